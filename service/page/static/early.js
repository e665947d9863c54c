// What is pressed or sent before the page's own scripts are there is kept, and done once they are: they run before that.
{
  let kept = null;
  const press = ({ target }) => {
    const button = target.closest?.("button[type=button]");
    if (button) kept = () => button.click();
  };
  const send = (event) => {
    const { target, submitter } = event;
    if (target.hasAttribute("action") || target.method === "dialog") return;
    event.preventDefault();
    kept = () => target.requestSubmit(submitter);
  };
  document.addEventListener("click", press);
  document.addEventListener("submit", send);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", press);
    document.removeEventListener("submit", send);
    kept?.();
  });
}
