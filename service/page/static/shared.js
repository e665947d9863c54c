// The worker that all tabs of a browser share: it holds the one event stream, and hands on what each tab follows.
import { Feed } from "./feed.js";

const feed = new Feed();

self.addEventListener("connect", ({ ports: [port] }) => {
  let name = null;
  const hear = (word) => port.postMessage(word);
  const leave = () => {
    if (name) feed.leave(name, hear);
    name = null;
  };
  port.addEventListener("message", ({ data }) => {
    leave();
    name = data.follow;
    if (name) feed.follow(name, hear);
    else port.close();
  });
  port.addEventListener("close", leave); // of a tab that was killed, where the browser tells of it
  port.start();
});
