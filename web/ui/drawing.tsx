import classes from './drawing.module.css'

const drawings = {
  list: (
    <>
      <rect x="22" y="14" width="76" height="60" rx="6" />
      <path d="M22 30h76M34 42h28M34 54h40M34 64h20" />
      <circle data-accent cx="84" cy="58" r="14" />
      <path data-accent d="M84 52v12M78 58h12" />
    </>
  ),
  people: (
    <>
      <circle cx="46" cy="34" r="11" />
      <path d="M24 72c2-14 12-20 22-20s20 6 22 20" />
      <circle data-accent cx="80" cy="38" r="9" />
      <path data-accent d="M74 56c12-4 22 4 24 16" />
      <path d="M14 74h94" />
    </>
  ),
  chart: (
    <>
      <path d="M22 12v62h80" />
      <path d="M36 74V56h10v18M56 74V44h10v30M76 74V60h10v14" />
      <path data-accent d="M32 44l20-14 18 8 26-22M86 16h10v10" />
    </>
  ),
  money: (
    <>
      <rect x="16" y="26" width="72" height="44" rx="6" />
      <path d="M16 40h72M26 58h18" />
      <circle data-accent cx="92" cy="30" r="15" />
      <path data-accent d="M97 25c-2-3-10-3-10 1s10 3 10 7-8 4-10 1M92 20v20" />
    </>
  ),
  files: (
    <>
      <path d="M30 14h34l18 18v44H30z" />
      <path d="M64 14v18h18M42 46h26M42 58h18" />
      <path data-accent d="M94 44v24M84 58l10 10 10-10" />
    </>
  ),
  search: (
    <>
      <path d="M16 22h44M16 36h30M16 50h24M16 64h34" />
      <circle data-accent cx="76" cy="44" r="18" />
      <path data-accent d="M89 57l16 16" />
    </>
  ),
} as const

export type DrawingName = keyof typeof drawings

/** A line drawing in the colours of the brand; it says nothing that the words beside it do not. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 88" width="120" height="88" aria-hidden>
      {drawings[name]}
    </svg>
  )
}
