// Calls that follow one another, so that no older answer comes after a newer one and stays.

/** The same function in turn: calls while one is under way become a single one after it. Each call yields that of its own. */
export function inTurn(does) {
  let now = null;
  let next = null;
  const call = () => {
    if (now) {
      next ??= now.catch(() => {}).then(() => {
        next = null;
        return call();
      });
      return next;
    }
    now = does().finally(() => {
      now = null;
    });
    return now;
  };
  return call;
}
