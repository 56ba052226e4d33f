import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'

/** Mantine's own names for the breakpoints of the whole site: 48em is 768 px, 75em is 1200 px. */
const variables = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
}

/** Written `@mixin phone { ... }`, so that no module repeats a width. */
const at = (query) => ({ [`@media ${query}`]: { '@mixin-content': {} } })
const mixins = {
  phone: at('(max-width: 47.99em)'),
  narrow: at('(max-width: 74.99em)'),
  still: at('(prefers-reduced-motion: reduce)'),
  print: { '@media print': { '@mixin-content': {} } },
  system: at('(forced-colors: active)'),
  /** Where the system chooses all colours it takes a ground away that says what is chosen: this one it leaves. */
  chosen: {
    '@media (forced-colors: active)': {
      'forced-color-adjust': 'none',
      'background-color': 'Highlight',
      color: 'HighlightText',
    },
  },
}

export default { plugins: [mantine({ mixins }), simpleVars({ variables })] }
