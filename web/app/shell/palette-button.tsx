import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import classes from './palette-button.module.css'

/** Opens the palette, and shows the keys that do the same. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const isApple = ['macos', 'ios'].includes(useOs())
  return (
    <UnstyledButton
      className={classes.button}
      onClick={onOpen}
      aria-label="Search pages and actions"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      data-tour="palette"
    >
      <IconSearch size={16} aria-hidden />
      <Text size="sm" component="span" className={classes.words}>
        Search
      </Text>
      <Kbd size="xs" className={classes.keys} aria-hidden>
        {isApple ? '⌘K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}
