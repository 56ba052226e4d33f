import { flagOf } from './country.ts'
import classes from './phone-input.module.css'

let drawn: boolean | undefined

/** Some systems have no flags and draw two letters or two boxes instead, which are as wide as two signs. */
function drawsFlags(): boolean {
  if (drawn === undefined) {
    const pen = document.createElement('canvas').getContext('2d')
    const [one, two] = ['🇺', '🇺🇸'].map((sign) => pen?.measureText(sign).width ?? 0)
    drawn = one !== undefined && two !== undefined && two > 0 && two < one * 1.8
  }
  return drawn
}

/** A country's flag, or its two letters where flags cannot be drawn. The name beside it says the same in words. */
export function Flag({ of: iso2 }: { of: string }) {
  const flags = drawsFlags()
  return (
    <span className={classes.flag} data-letters={flags ? undefined : true} aria-hidden>
      {flags ? flagOf(iso2) : iso2}
    </span>
  )
}
