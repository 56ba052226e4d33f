import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { kindOf, type ListRef } from './list-ref.ts'

type State = Output<'exclusions.findEntry'>['state']
const said: Record<State, { text: string; color: string }> = {
  listed: { text: 'This entry is on the list.', color: 'green' },
  erased: {
    text: 'This person was erased at their own wish. They become no lead, and stay on the list.',
    color: 'blue',
  },
  absent: { text: 'This entry is not on the list.', color: 'gray' },
}

type Props = { list: ListRef; onChanged: () => void }

/** One address: whether the list holds it, and how it comes onto the list or off it. */
export function OneEntry({ list, onChanged }: Props) {
  const may = useMay()
  const mayAdd = may('exclusion:update', 'POST')
  const mayRemove = may('exclusion:delete', 'POST')
  const [record, setRecord] = useState('')
  const typed = useRef(record)
  typed.current = record
  const [fault, setFault] = useState<string | null>(null)
  const [found, setFound] = useState<State | null>(null)
  const find = useSend('exclusions.findEntry')
  const add = useSend('exclusions.addEntry')
  const remove = useSend('exclusions.removeEntry')
  const isBusy = find.sending || add.sending || remove.sending
  const entry = { companyId: list.companyId, ...kindOf(list), record: record.trim() }

  const attempt = async (work: () => Promise<void>) => {
    if (!entry.record) {
      setFault('Name an e-mail address or a hash.')
      return
    }
    try {
      await work()
    } catch (error) {
      const wrong = fieldsOf(error)?.record
      // What is wrong with one address is not said of the next.
      if (wrong && typed.current === record) setFault(wrong)
      else notify('danger', wrong ?? messageOf(error))
    }
  }
  const change = async (work: () => Promise<{ message: string }>) => {
    const { message } = await work()
    notify('success', message)
    if (typed.current === record) {
      setFound(null)
      setRecord('')
    }
    onChanged()
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { state } = await find.send(entry)
      // Another address may stand there by now.
      if (typed.current === record) setFound(state)
    })
  }

  return (
    <section aria-label="One entry">
      <form onSubmit={look} noValidate>
        <Stack gap="xs">
          <TextInput
            label="One e-mail address or hash"
            description="Look whether it is on the list, in any of its forms."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
            value={record}
            error={fault}
            onChange={(event) => {
              setFault(null)
              setFound(null)
              setRecord(event.currentTarget.value)
            }}
          />
          <Group gap="xs">
            <Button type="submit" variant="default" size="xs" loading={find.sending} disabled={isBusy}>
              Look up
            </Button>
            {mayAdd && found !== 'listed' && (
              <Button
                variant="default"
                size="xs"
                loading={add.sending}
                disabled={isBusy}
                onClick={() => void attempt(() => change(() => add.send(entry)))}
              >
                Add to the list
              </Button>
            )}
            {mayRemove && found === 'listed' && (
              <Button
                variant="light"
                color="red"
                size="xs"
                loading={remove.sending}
                disabled={isBusy}
                onClick={() => void attempt(() => change(() => remove.send(entry)))}
              >
                Take off the list
              </Button>
            )}
          </Group>
          <div role="status">
            {found && (
              <Alert color={said[found].color} p="xs">
                <Text size="sm">{said[found].text}</Text>
              </Alert>
            )}
          </div>
        </Stack>
      </form>
    </section>
  )
}
