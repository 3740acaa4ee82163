let pressed = false
const watch = { capture: true, passive: true }
const note = (down: boolean) => (): void => {
  pressed = down
}
addEventListener('pointerdown', note(true), watch)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, note(false), watch)

/**
 * Does something once no finger or mouse button is down. What a field says when it is left would otherwise move the
 * button that is being pressed away from under the finger, and the press would miss it.
 */
export function afterPress(work: () => void): void {
  if (!pressed) {
    work()
    return
  }
  const done = new AbortController()
  for (const end of ['pointerup', 'pointercancel']) {
    const later = (): void => {
      done.abort()
      setTimeout(work)
    }
    addEventListener(end, later, { signal: done.signal })
  }
}
