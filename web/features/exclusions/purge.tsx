import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { kindOf, type ListRef } from './list-ref.ts'
import classes from './purge.module.css'

/** Empties the list. It asks in place, so that no dialog stands on a dialog. */
export function Purge({ list, onPurged }: { list: ListRef; onPurged: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { send, sending } = useSend('exclusions.purge')

  const purge = async () => {
    try {
      const { title, message } = await send({ paramId: list.companyId, ...kindOf(list) })
      notify('success', message, { title })
      onPurged()
    } catch {
      notify('danger', 'There was an error processing your request.')
    }
    setAsking(false)
  }

  if (!isAsking) {
    return (
      <div>
        <Button variant="subtle" color="red" size="xs" onClick={() => setAsking(true)}>
          Purge list
        </Button>
      </div>
    )
  }
  return (
    <div role="alertdialog" aria-labelledby="purge-question" className={classes.question}>
      <Text size="sm" id="purge-question">
        Are you sure you want to purge existing records?
      </Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" onClick={() => setAsking(false)} disabled={sending} autoFocus>
          Cancel
        </Button>
        <Button color="red" size="xs" onClick={() => void purge()} loading={sending}>
          Purge
        </Button>
      </Group>
    </div>
  )
}
