"""The shapes of the API's answers, as types.

The answers are made elsewhere and sent as they are. These types describe them in the OpenAPI document, and the tests
hold every answer to them. Each game describes its own positions and moves in `games/NAME.py`.
"""
