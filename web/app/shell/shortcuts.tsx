import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

type Shortcut = { keys: readonly string[]; does: string }

/** What the keyboard does on every page. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const os = useOs()
  const shortcuts: Shortcut[] = [
    { keys: [os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl', 'K'], does: 'Search companies, people, pages and actions' },
    { keys: ['/'], does: 'Search the list on the page' },
    { keys: ['Shift'], does: 'Held while a row is ticked: every row up to it is ticked too' },
    { keys: ['Esc'], does: 'Close what lies on top' },
    { keys: ['?'], does: 'Show these shortcuts' },
  ]
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title="Keyboard shortcuts">
      <Stack gap="sm" component="dl" m={0}>
        {shortcuts.map(({ keys, does }) => (
          <Group key={does} justify="space-between" wrap="nowrap" gap="lg">
            <Text size="sm" component="dt">
              {does}
            </Text>
            <Group component="dd" gap={4} wrap="nowrap" m={0}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Dialog>
  )
}
