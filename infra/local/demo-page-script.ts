/** Runs in the demonstration page, before the pixel. */
export const demoScript = `
const { visitor, outcome } = document.currentScript.dataset
try {
  // What the pixel keeps of a visitor is this one entry; a person becomes somebody else by changing it.
  localStorage.setItem('pixel_visitor', visitor)
} catch {}

addEventListener('DOMContentLoaded', () => {
  const line = document.querySelector('#outcome')
  const say = (state, sentence) => {
    line.dataset.state = state
    line.textContent = sentence
  }
  if (navigator.globalPrivacyControl || navigator.doNotTrack === '1')
    return say('off', 'This browser asks not to be tracked, so the pixel tells nothing.')
  const end = performance.now() + 30_000
  const look = async () => {
    try {
      const { state, sentence } = await (await fetch(outcome)).json()
      say(state, sentence)
      if (state !== 'waiting') return
      if (performance.now() > end) return say('off', 'Nothing has come of this visit. A blocker, or an agent string that looks like a robot, may have stopped it.')
    } catch {
      say('waiting', 'The platform does not answer at the moment.')
    }
    setTimeout(look, 700)
  }
  look()
})
`
