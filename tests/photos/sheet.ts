// The contact sheet: one page to leaf through, with what changed first.
export type Photo = {
  who: string
  page: string
  width: number
  scheme: 'light' | 'dark'
  /** Paths below the sheet. */
  file: string
  before: string | null
  marked: string | null
  /** Percent of the pixels; null where there was nothing to compare with. */
  percent: number | null
  isChanged: boolean
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

function figure({ who, page, width, scheme, file, before, marked, percent, isChanged }: Photo): string {
  const said = isChanged ? `${(percent ?? 0).toFixed(2)}% changed` : percent === null ? 'new' : ''
  const more = [before && `data-before="${escaped(before)}"`, marked && `data-marked="${escaped(marked)}"`]
  const name = `${who} · ${page} · ${width} · ${scheme}`
  return `<button type="button" class="photo" style="--w:${width}" data-changed="${isChanged}" data-file="${escaped(file)}" ${more.filter(Boolean).join(' ')} data-name="${escaped(name)}"><img loading="lazy" src="${escaped(file)}" alt="${escaped(name)}"><span>${width} ${scheme} <b>${said}</b></span></button>`
}

const style = `
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; background: #e4e4e7; color: #18181b }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 16px; align-items: center; padding: 10px 16px; background: #fff; border-bottom: 1px solid #d4d4d8 }
header h1 { font-size: 16px; margin: 0 } header input[type=search] { font: inherit; padding: 4px 8px; width: 240px }
section { padding: 12px 16px } h2 { font-size: 14px; margin: 0 0 8px }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start }
.photo { padding: 0; border: 1px solid #a1a1aa; background: #fff; cursor: zoom-in; font: inherit; text-align: start; width: calc(var(--w) * .22px + 20px); min-width: 110px }
.photo[data-changed=true] { outline: 3px solid #dc2626 }
.photo img { display: block; width: 100%; max-height: 360px; object-fit: cover; object-position: top }
.photo span { display: block; padding: 2px 6px; font-size: 12px } .photo b { color: #b91c1c }
[hidden] { display: none !important }
dialog { width: 96vw; height: 96vh; max-width: none; max-height: none; padding: 0; border: 0; overflow: auto; background: #3f3f46; color: #fff }
dialog p { position: sticky; top: 0; left: 0; margin: 0; padding: 8px 12px; background: #18181b; z-index: 1 }
dialog img { display: block; margin: 12px auto; max-width: 98% }`

const script = `
const photos = [...document.querySelectorAll('.photo')]
const find = document.querySelector('#find'), only = document.querySelector('#only'), view = document.querySelector('dialog')
const image = view.querySelector('img'), words = view.querySelector('p')
let at = 0, shown = 'file'
const seen = () => photos.filter((photo) => !photo.hidden)
function sift() {
  const parts = find.value.toLowerCase().split(/\\s+/)
  for (const photo of photos) {
    const fits = parts.every((part) => photo.dataset.name.toLowerCase().includes(part))
    photo.hidden = !fits || (only.checked && photo.dataset.changed !== 'true')
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('.photo:not([hidden])')
}
function show() {
  const photo = seen()[at]
  if (!photo) return
  image.src = photo.dataset[shown] || photo.dataset.file
  words.textContent = (at + 1) + ' of ' + seen().length + ' · ' + photo.dataset.name + ' · ' + (photo.dataset[shown] ? { file: 'now', before: 'before', marked: 'what differs' }[shown] : 'now') + '   (← → leaf, N now, B before, D what differs, Esc)'
  view.scrollTop = 0
}
find.oninput = only.onchange = sift
for (const photo of photos) photo.onclick = () => { at = seen().indexOf(photo); shown = 'file'; view.showModal(); show() }
view.onkeydown = ({ key }) => {
  const keys = { n: 'file', b: 'before', d: 'marked' }
  if (key === 'ArrowRight') at = Math.min(at + 1, seen().length - 1)
  else if (key === 'ArrowLeft') at = Math.max(at - 1, 0)
  else if (keys[key.toLowerCase()]) shown = keys[key.toLowerCase()]
  else return
  show()
}
sift()`

/** The sheet as one page that needs nothing but the pictures beside it. */
export function toSheet(photos: readonly Photo[]): string {
  const groups = Map.groupBy(photos, ({ who, page }) => `${who} · ${page}`)
  const changed = photos.filter(({ isChanged }) => isChanged).length
  const sections = [...groups].map(
    ([name, group]) =>
      `<section><h2>${escaped(name)}</h2><div class="row">${group.map(figure).join('')}</div></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style></head><body>
<header><h1>${photos.length} pictures, ${changed} changed</h1><input type="search" id="find" placeholder="agency 390 dark" aria-label="Find"><label><input type="checkbox" id="only"> Only what changed</label></header>
${sections.join('\n')}
<dialog><p></p><img alt=""></dialog><script>${script}</script></body></html>`
}
