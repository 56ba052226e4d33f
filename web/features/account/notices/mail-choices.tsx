import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { MailTopic } from '#shared/notices.ts'
import { messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import { useCall } from '../../../api/use-call.ts'
import { useSend } from '../../../api/use-send.ts'
import { NotYet } from '../../../ui/not-yet.tsx'
import { notify } from '../../../ui/notify.tsx'
import { onlyChanged } from '../../../ui/only-changed.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { ReportMailsSection } from '../report-mails-section.tsx'
import { Section } from '../section.tsx'
import { topicWords } from './words.ts'

const TITLE = 'Notifications by mail'
const DESCRIPTION =
  'Everything is told in the application. Choose of what you also get a mail. Codes, links and notices about the safety of your account always come by mail.'

/** Of what a person also gets mails, and how often they get reports. */
export default function MailChoices() {
  const user = useMe()
  const found = useCall('account.mailChoices', {})
  const { data, reload } = found
  const { send } = useSend('account.saveMailChoices')
  const [changed, setChanged] = useState<Partial<Record<MailTopic, boolean>>>({})
  const isOn = (topic: MailTopic, mail: boolean) => changed[topic] ?? mail
  useLeaveGuard((data?.data ?? []).some(({ topic, mail }) => isOn(topic, mail) !== mail))
  const save = async (): Promise<boolean> => {
    const sent = changed
    try {
      // What another tab chose since stays.
      const topics = (wanted: boolean) =>
        (data?.data ?? []).flatMap(({ topic }) => (sent[topic] === wanted ? [topic] : []))
      const { message } = await send({ without: topics(false), with: topics(true) })
      notify('success', message)
      await reload()
      // What was switched while it was on its way is still to be saved.
      setChanged((now) => onlyChanged(sent, now))
      return true
    } catch (fault) {
      notify('danger', messageOf(fault))
      return false
    }
  }
  return (
    <>
      {data ? (
        <Section title={TITLE} description={DESCRIPTION} {...(!user.isViewMode && { onSave: save })}>
          {data.data.map(({ topic, mail }) => (
            <Switch
              key={topic}
              label={topicWords[topic].label}
              description={topicWords[topic].text}
              checked={isOn(topic, mail)}
              disabled={user.isViewMode}
              onChange={({ currentTarget }) => setChanged({ ...changed, [topic]: currentTarget.checked })}
            />
          ))}
          {user.isViewMode && (
            <Text size="sm" c="dimmed">
              While you look as somebody else their choice stays as it is.
            </Text>
          )}
        </Section>
      ) : (
        <Section title={TITLE} description={DESCRIPTION}>
          <NotYet of={found} title="Your choice could not be loaded" rows={6} height={32} />
        </Section>
      )}
      <ReportMailsSection user={user} />
    </>
  )
}
