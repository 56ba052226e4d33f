import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'

/** The breakpoints of the whole site; the theme uses the same ones. 48em is 768 px, 75em is 1200 px. */
const variables = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
}

export default { plugins: [mantine(), simpleVars({ variables })] }
