import { Alert, Button, Group, Paper, Select, Stack, Tabs, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { fillDocument, parseDocument, variablesIn } from '#shared/document-text.ts'
import { ApiError, fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { DocumentView } from '../../ui/document-view.tsx'
import { leave } from '../../ui/leave.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { PlaceContext, usePlace } from '../../ui/place.tsx'
import { TabList } from '../../ui/tab-list.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import classes from './documents-editor.module.css'

type Documents = Output<'documents.list'>
type Item = Documents['data'][number]

const words: Record<Item['name'], string> = {
  'privacy-policy': 'Privacy policy',
  'term-of-use': 'Terms of use',
  default_agency: 'Service agreement for agencies',
  default_client: 'Service agreement for clients',
  minimum_spend: 'Minimum spend addendum',
  minimum_spend_v2: 'Minimum spend addendum with ramp-up',
  'marketing-services-agreement-developer': 'Developer agreement',
  'b2b-service-agreement': 'B2B service agreement',
  'data-wallet-agreement': 'Data Wallet service agreement',
}

/** For the platform's operator: the texts that everybody on the platform reads and agrees to. */
export default function DocumentsEditor({ mayChange }: { mayChange: boolean }) {
  const found = useCall('documents.list', {})
  const { data, reload } = found
  const [chosen, setChosen] = useState<string | null>('privacy-policy')
  const place = usePlace('layer')
  if (!data) {
    return <NotYet of={found} title="The documents could not be loaded" rows={8} />
  }
  const item = data.data.find(({ name }) => name === chosen)
  return (
    <Stack gap="md" maw={960}>
      <Select
        label="Document"
        data={data.data.map(({ name }) => ({ value: name, label: words[name] }))}
        value={chosen}
        onChange={(name) => leave(place, () => setChosen(name))}
        allowDeselect={false}
        maw={420}
      />
      {item && (
        <PlaceContext value={place}>
          <Editor
            key={item.name}
            latest={item}
            variables={data.variables}
            mayChange={mayChange}
            onReload={() => void reload()}
          />
        </PlaceContext>
      )}
    </Stack>
  )
}

type EditorProps = { latest: Item; variables: readonly string[]; mayChange: boolean; onReload: () => void }

function Editor({ latest, variables, mayChange, onReload }: EditorProps) {
  // What the text is written over: somebody else's newer version takes nothing away that is being written.
  const [item, setItem] = useState(latest)
  const [title, setTitle] = useState(item.title)
  const [text, setText] = useState(item.text)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { send, sending } = useSend('documents.save')
  const isDirty = title !== item.title || text !== item.text
  useLeaveGuard(isDirty)
  const isBehind = latest.version > item.version
  const begin = () => {
    setItem(latest)
    setTitle(latest.title)
    setText(latest.text)
    setErrors({})
  }
  if (isBehind && !isDirty) begin()
  const blocks = useMemo(
    () => fillDocument(parseDocument(text), Object.fromEntries(variables.map((name) => [name, `[${name}]`]))),
    [text, variables],
  )
  const unknown = variablesIn(text).filter((name) => !variables.includes(name))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The button is not switched off once all is published: it would lose the focus.
    setErrors(isDirty ? {} : { text: 'Nothing was changed yet, so there is nothing to publish.' })
    if (!isDirty) return
    try {
      const { message } = await send({ name: item.name, title, text, version: item.version })
      setItem({ ...item, title, text, version: item.version + 1 })
      notify('success', message)
    } catch (error) {
      // What is written over a text that is no longer the latest is refused: the latest one has to be seen first.
      if (error instanceof ApiError && error.code === 'conflict') onReload()
      const fields = fieldsOf(error) ?? {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) notify('danger', messageOf(error))
    }
  }

  return (
    <Paper component="form" p="lg" noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Title"
          readOnly={!mayChange}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={errors.title}
          maw={420}
        />
        <Tabs defaultValue="text" keepMounted={false}>
          <TabList mb="sm">
            <Tabs.Tab value="text">Text</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
          </TabList>
          <Tabs.Panel value="text">
            <Textarea
              aria-label="Text"
              readOnly={!mayChange}
              description="# heading, ## smaller heading, - list item, 1. numbered item. A blank line begins a new paragraph."
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              error={errors.text}
              rows={22}
              resize="vertical"
              classNames={{ input: classes.source }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <Paper p="lg" className={classes.preview}>
              <Title order={2}>{title}</Title>
              <DocumentView blocks={blocks} />
            </Paper>
          </Tabs.Panel>
        </Tabs>
        {unknown.length > 0 && (
          <Text size="sm" c="red" role="status">
            These variables are not known and will be left out: {unknown.join(', ')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          Variables: {variables.map((name) => `{{${name}}}`).join(' ')}
        </Text>
        {isBehind && (
          <Alert color="yellow" title={`Somebody else published version ${latest.version} meanwhile`}>
            <Stack gap="xs" align="start">
              Yours is written over version {item.version}, and cannot be published. Copy what you want to keep of it,
              then go on with the new one.
              <Button variant="default" size="xs" onClick={begin}>
                Show version {latest.version}
              </Button>
            </Stack>
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Version {item.version}. Publishing asks everybody who agreed to it again.
          </Text>
          {mayChange && (
            <Button type="submit" loading={sending} disabled={isBehind}>
              Publish version {item.version + 1}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}
