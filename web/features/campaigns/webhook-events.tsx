import { MultiSelect, VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { eventNames, type WebhookEvent, webhookEvents } from '#shared/model/webhook.ts'
import { useKept } from '../../ui/use-kept.ts'

export const eventChoice = webhookEvents.map((value) => ({ value, label: eventNames[value] }))
export const eventsOf = (values: readonly string[]): WebhookEvent[] =>
  webhookEvents.filter((event) => values.includes(event))

type Props = {
  /** The webhook as people call it. */
  name: string
  events: readonly WebhookEvent[]
  isDisabled: boolean
  /** False where it was not saved. */
  onSave: (events: WebhookEvent[], seen: readonly WebhookEvent[]) => Promise<boolean>
}

/** What a webhook is told of. Each choice is saved, one after the other, so that the field stays open for the next. */
export function WebhookEvents({ name, events, isDisabled, onSave }: Props) {
  const { values, setValues, began, sending } = useKept(events)
  const wanted = useRef<WebhookEvent[]>(undefined)
  const last = useRef(began)
  last.current = began
  const save = async (chosen: WebhookEvent[]) => {
    setValues(chosen)
    const isSaving = wanted.current !== undefined
    wanted.current = chosen
    if (isSaving) return
    // Out of what the next one is chosen: others may take events in or out meanwhile.
    let seen = last.current
    for (
      let next: WebhookEvent[] | undefined = chosen;
      next;
      next = wanted.current === next ? undefined : wanted.current
    ) {
      const kept = sending(next)
      if (await onSave(next, seen)) {
        seen = next
        kept()
      } else if (wanted.current === next) setValues(last.current)
    }
    wanted.current = undefined
  }
  return (
    <MultiSelect
      label={
        <>
          Is told of<VisuallyHidden> ({name})</VisuallyHidden>
        </>
      }
      size="xs"
      data={eventChoice}
      value={[...values]}
      disabled={isDisabled}
      onChange={(picked) => {
        const chosen = eventsOf(picked)
        // One that is told of nothing is switched off.
        if (chosen.length > 0) void save(chosen)
      }}
    />
  )
}
