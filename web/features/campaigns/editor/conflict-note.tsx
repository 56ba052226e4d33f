import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { EditorState } from './use-editor.ts'
import { labelsOf } from './values.ts'

/** For the second of two who save at once: what the other changed, and that nothing of one's own is lost. */
export function ConflictNote({ editor }: { editor: EditorState }) {
  const { conflict, isSaving, saveOver, takeTheirs } = editor
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (conflict) box.current?.focus()
  }, [conflict])
  if (!conflict) return null
  const changed = labelsOf(conflict.changed)
  return (
    <Alert ref={box} tabIndex={-1} color="yellow" title="Somebody else saved this campaign meanwhile">
      <Stack gap="sm">
        <Text size="sm">
          {changed.length > 0 ? `They changed: ${changed.join(', ')}.` : 'They changed nothing that can be seen here.'}{' '}
          What you typed is still here and has not been saved.
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={isSaving} onClick={() => void saveOver()}>
            Save my changes on top
          </Button>
          <Button size="xs" variant="default" disabled={isSaving} onClick={takeTheirs}>
            Take theirs instead
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
