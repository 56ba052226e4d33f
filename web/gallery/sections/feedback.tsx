import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { colourOf } from '../../theme/tones.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { type NoticeTone, notify } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Case, Cases, Section } from '../section.tsx'

const noticeTones: NoticeTone[] = ['info', 'primary', 'danger', 'warning', 'success']

const slowFile = async () => {
  await new Promise((done) => setTimeout(done, 600))
  return new Response('state,city\nIL,Chicago\n', { headers: { 'content-type': 'text/csv', 'content-length': '22' } })
}
const noFile = async () => new Response('', { status: 404 })

function Windows() {
  const [dialog, openDialog] = useDisclosure(false)
  const [panel, openPanel] = useDisclosure(false)
  const [email, setEmail] = useState('')
  const ask = async () => {
    const yes = await confirm({
      title: 'Delete this campaign?',
      children: 'It stops at once, and its 1,284 leads are no longer listed. This cannot be taken back.',
      confirmLabel: 'Delete campaign',
      danger: true,
    })
    notify(yes ? 'success' : 'info', yes ? 'Confirmed.' : 'Nothing was done.')
  }
  const field = <EmailInput label="E-mail" value={email} onChange={setEmail} data-autofocus />
  return (
    <Group gap="xs">
      <Button variant="default" onClick={ask}>
        Confirm
      </Button>
      <Button variant="default" onClick={openDialog.open}>
        Dialog
      </Button>
      <Button variant="default" onClick={openPanel.open}>
        Side panel
      </Button>
      <Dialog
        opened={dialog}
        onClose={openDialog.close}
        title="Invite somebody"
        actions={<Button onClick={openDialog.close}>Invite</Button>}
      >
        {field}
      </Dialog>
      <SidePanel
        opened={panel}
        onClose={openPanel.close}
        title="Edit campaign"
        actions={<Button onClick={openPanel.close}>Save</Button>}
      >
        {field}
      </SidePanel>
    </Group>
  )
}

export function FeedbackSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Notices">
          <Group gap="xs">
            {noticeTones.map((tone) => (
              <Button
                key={tone}
                variant="light"
                color={colourOf(tone)}
                size="xs"
                onClick={() => notify(tone, `This is a notice of the type ${tone}.`)}
              >
                {tone}
              </Button>
            ))}
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                notify('warning', 'I stay until you dismiss me.', { timeout: 0, title: 'Action required' })
              }
            >
              stays
            </Button>
          </Group>
        </Case>
        <Case name="Over the page">
          <Windows />
        </Case>
        <Case name="Downloads">
          <Group gap="xs">
            <DownloadButton open={slowFile} name="cities.csv">
              State and city list
            </DownloadButton>
            <DownloadButton open={noFile} name="gone.csv">
              A file that is gone
            </DownloadButton>
          </Group>
        </Case>
        <Case name="Progress">
          <Stack gap="sm">
            <ProgressBar label="suppression-list.csv" value={42} counts={{ done: 4200, total: 10_000 }} />
            <ProgressBar label="Below nothing" value={-5} tone="danger" />
            <ProgressBar
              label="More than everything, under a name that is far too long for the room there is"
              value={150}
              tone="success"
            />
          </Stack>
        </Case>
        <Case name="What a notice must not be">
          <Text size="sm">A message of the server is text: &lt;b&gt;never&lt;/b&gt; markup.</Text>
        </Case>
      </Cases>
    </Section>
  )
}
