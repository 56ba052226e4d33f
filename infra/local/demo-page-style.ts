/** The shop's own look; light and dark follow the person's setting. */
export const demoStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #1b1d1a); --ink: light-dark(#262b25, #eceee8); --quiet: light-dark(#5b6359, #a9b1a5);
  --line: light-dark(#dfe2da, #3a3f38); --leaf: light-dark(#2f6b4a, #86c9a2); --card: light-dark(#ffffff, #242722);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.25rem; background: var(--paper); color: var(--ink); font: 16px/1.55 ui-sans-serif, system-ui, sans-serif; }
a { color: var(--leaf); }
aside { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); font-size: 0.925rem; }
aside p { margin: 0.35rem 0; }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.6rem; margin: 0.9rem 0; }
nav a { padding: 0.55rem 0.8rem; border: 1px solid var(--line); border-radius: 8px; color: inherit; text-decoration: none; }
nav a:hover { border-color: var(--leaf); }
nav a[aria-current] { border-color: var(--leaf); box-shadow: inset 0 0 0 1px var(--leaf); }
nav span { display: block; color: var(--quiet); overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 0.6rem 0; }
select, button { font: inherit; min-height: 2.4rem; padding: 0.3rem 0.6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; max-width: 100%; }
button { cursor: pointer; }
#outcome { margin: 0.8rem 0; padding: 0.6rem 0.8rem; border-left: 3px solid var(--quiet); background: var(--paper); border-radius: 0 8px 8px 0; overflow-wrap: anywhere; }
#outcome[data-state='lead'] { border-color: var(--leaf); font-weight: 600; }
#outcome[data-state='excluded'] { border-color: light-dark(#b4530a, #f0a35e); font-weight: 600; }
aside p a + a { margin-left: 1rem; }
details { margin-top: 0.5rem; }
code { display: block; margin-top: 0.4rem; overflow-wrap: anywhere; font: 0.85rem/1.5 ui-monospace, monospace; }
header { padding: 3rem 0 1.5rem; }
h1, h2, h3 { font-family: Georgia, 'Times New Roman', serif; font-weight: 600; line-height: 1.2; }
h1 { margin: 0; font-size: clamp(2rem, 6vw, 3.25rem); letter-spacing: -0.01em; }
header p { margin: 0.4rem 0 0; color: var(--quiet); font-size: 1.1rem; }
h2 { font-size: 1.3rem; }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1.25rem; margin: 0; padding: 0; list-style: none; }
li h3 { margin: 0.7rem 0 0.1rem; font-size: 1.1rem; }
li p { margin: 0 0 0.3rem; color: var(--quiet); }
.picture { aspect-ratio: 4 / 3; border-radius: 10px; }
.p0 { background: radial-gradient(circle at 50% 58%, #e9dfcc 0 24%, #cdbfa4 24% 27%, transparent 27%), linear-gradient(160deg, #c9d3c2, #8fa58c); }
.p1 { background: linear-gradient(90deg, transparent 32%, #d9c9b4 32% 68%, transparent 68%), linear-gradient(160deg, #e8ded1, #b29f86); }
.p2 { background: radial-gradient(ellipse 5% 10% at 50% 26%, #ffd98a 0 60%, transparent 61%), linear-gradient(90deg, transparent 41%, #f0dcae 41% 59%, transparent 59%) 0 100% / 100% 64% no-repeat, linear-gradient(160deg, #6d7f77, #39463f); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px; }
`
