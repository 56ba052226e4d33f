import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import classes from './palette-button.module.css'

/** Opens the palette, and shows the keys that do the same. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const isApple = ['macos', 'ios'].includes(useOs())
  const keys = isApple ? '⌘K' : 'Ctrl K'
  return (
    <UnstyledButton
      className={classes.button}
      onClick={onOpen}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      data-tour="palette"
    >
      <IconSearch size={16} aria-hidden />
      <Text size="sm" component="span" className={classes.words}>
        Search
      </Text>{' '}
      <Kbd size="xs" className={classes.keys}>
        {keys}
      </Kbd>
    </UnstyledButton>
  )
}
