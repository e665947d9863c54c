"""How the tests are shared out among processes."""

import pytest


def test_the_tests_of_a_module_have_one_process(request):
    """Each went to any process once, without a word, and what they share was made again and again."""
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("all tests have one process, or are shared out in another way")
    assert request.node.nodeid.endswith("@test_workers")
