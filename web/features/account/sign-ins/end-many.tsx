import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isExpired, messageOf } from '../../../api/api-error.ts'
import { send } from '../../../api/client.ts'
import { forget } from '../../../api/session.ts'
import { afterRefresh } from '../../../api/tokens.ts'
import { notify } from '../../../ui/notify.tsx'
import { useOnce } from '../../../ui/use-once.ts'

const asked = {
  others: {
    button: 'Sign out all other devices',
    says: 'Every device but this one is signed out at once, and codes are asked for again on all of them.',
  },
  all: { button: 'Sign out everywhere', says: 'Every device is signed out at once, this one included.' },
} as const
type Which = keyof typeof asked

/** Signs out all other devices, or every one; asks once more in its own place. */
export function EndMany({ hasOthers, onEnded }: { hasOthers: boolean; onEnded: () => void }) {
  const [asking, setAsking] = useState<Which | null>(null)
  const { once, isBusy } = useOnce()
  const others = useRef<HTMLButtonElement>(null)
  const all = useRef<HTMLButtonElement>(null)
  // The focus was on what asked, which is gone: it goes to what was pressed, or to what is left of it.
  const back = useRef<Which>(undefined)
  useEffect(() => {
    if (asking) return
    const button = back.current === 'others' ? others : all
    if (back.current) button.current?.focus()
    back.current = undefined
  }, [asking])
  const signOut = async (which: Which) => {
    try {
      const end = () => send('session.endAll', which === 'others' ? { others: true } : {})
      // What ends the others makes this one's token stale: a call beside it may be refused for that while a new one is fetched.
      const { message } = await end().catch(async (error: unknown) => {
        if (!isExpired(error)) throw error
        await afterRefresh()
        return end()
      })
      if (which === 'all') return forget()
      notify('success', message)
      back.current = 'all'
      setAsking(null)
      onEnded()
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  if (!asking) {
    return (
      <Group gap="xs">
        {hasOthers && (
          <Button ref={others} variant="default" onClick={() => setAsking('others')}>
            {asked.others.button}
          </Button>
        )}
        <Button ref={all} variant="light" color="red" onClick={() => setAsking('all')}>
          {asked.all.button}
        </Button>
      </Group>
    )
  }
  return (
    <Group justify="space-between">
      <Text size="sm" role="status">
        {asked[asking].says}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => {
            back.current = asking
            setAsking(null)
          }}
          autoFocus
        >
          Cancel
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void once(() => signOut(asking))}>
          {asked[asking].button}
        </Button>
      </Group>
    </Group>
  )
}
