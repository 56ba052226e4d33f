/** Icons are imported file by file: the package's index would bring six thousand of them into every development page. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { TablerIcon } from '@tabler/icons-react'

  const icon: TablerIcon
  export default icon
}
