"use strict";
// Joins by the code that was scanned; the code leaves the address, so that nobody finds it there later.
const code = location.hash.slice(1);
const trouble = document.getElementById("trouble");

async function join() {
  history.replaceState(null, "", location.pathname);
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }) };
  const answer = await fetch("/phone/join", sent);
  const { detail } = await answer.json();
  if (answer.ok) location.reload();
  else if (trouble) trouble.textContent = detail; // a phone that is in goes on
}

if (code) join();
window.addEventListener("hashchange", () => location.reload());
