/** System colours only: light and dark follow the person's own setting. */
export const inboxStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
h1 { font-size: 1.35rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
a { color: LinkText; }
ul { list-style: none; margin: 0; padding: 0; }
li + li { border-top: 1px solid color-mix(in srgb, CanvasText 15%, transparent); }
main > ul:not(.files) a {
  display: grid; grid-template-columns: 2fr 1.5fr 1.5fr auto; gap: 0 1rem; padding: 0.6rem 0.5rem;
  color: inherit; text-decoration: none;
}
main > ul:not(.files) a > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
li a:hover { background: color-mix(in srgb, CanvasText 6%, transparent); }
:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
span, time, dt { color: color-mix(in srgb, CanvasText 70%, Canvas); }
time { font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.15rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
button { font: inherit; padding: 0.35rem 0.8rem; min-height: 2rem; }
iframe {
  width: 100%; height: 70vh; box-sizing: border-box; color-scheme: light; background: Canvas;
  border: 1px solid color-mix(in srgb, CanvasText 15%, transparent); border-radius: 6px;
}
@media (max-width: 40rem) {
  main > ul:not(.files) a { grid-template-columns: 1fr; }
}
`
