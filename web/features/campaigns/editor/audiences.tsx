import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { usStates } from '#shared/model/states.ts'
import { cleanTags, splitZips } from '#shared/text.ts'
import { fieldsOf, messageOf } from '../../../api/api-error.ts'
import { useMe } from '../../../api/session-store.ts'
import type { Output } from '../../../api/terms.ts'
import { useCall } from '../../../api/use-call.ts'
import { useMay } from '../../../api/use-may.ts'
import { useSend } from '../../../api/use-send.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toCount } from '../../../ui/format.ts'
import { notify } from '../../../ui/notify.tsx'
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { EditorState } from './use-editor.ts'
import type { Values } from './values.ts'

type Audience = Output<'audiences.list'>['data'][number]
type Props = { editor: EditorState }
type Aim = Pick<Values, 'keywords' | 'isNational' | 'states' | 'cities' | 'zipCodes' | 'locationTarget'>

const some = (count: number, one: string, many: string) => `${toCount(count)} ${count === 1 ? one : many}`

function areaOf({ area, states, zipCodes }: Audience): string {
  if (area === 'national') return 'the whole country'
  if (area === 'states') return states.map((code) => usStates[code] ?? code).join(', ')
  return some(zipCodes.length, 'zip code', 'zip codes')
}

/** What was saved in the place of what is there. */
const replaced = ({ keywords, area, states, zipCodes }: Audience): Aim => ({
  keywords: [...keywords],
  isNational: area === 'national',
  states: [...states],
  cities: [],
  zipCodes: zipCodes.join('\n'),
  locationTarget: area,
})

/** What was saved beside what is there; the whole country holds every place. */
const added = (values: Values, audience: Audience): Aim => ({
  keywords: cleanTags([...values.keywords, ...audience.keywords]),
  isNational: values.isNational || audience.area === 'national',
  states: [...new Set([...values.states, ...audience.states])],
  cities: values.cities,
  zipCodes: splitZips([values.zipCodes, ...audience.zipCodes].join('\n')).join('\n'),
  locationTarget: values.isNational || audience.area === 'national' ? 'national' : audience.area,
})

const hasAim = ({ keywords, isNational, states, cities, zipCodes }: Values) =>
  isNational || zipCodes !== '' || [keywords, states, cities].some((list) => list.length > 0)

/** Takes keywords and area of an audience that was saved. */
export function InsertAudience({ editor }: Props) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('audience:read', 'GET')) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Insert audience
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Insert an audience">
        <Choice editor={editor} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Choice({ editor, onDone }: Props & { onDone: () => void }) {
  const me = useMe()
  const { data, error } = useCall('audiences.list', { companyId: me.companyId })
  const [id, setId] = useState<string | null>(null)
  if (error !== undefined) return <Text size="sm">{messageOf(error)}</Text>
  if (!data) return <SkeletonLines rows={2} height={28} />
  // Those of this product first: they were made for it.
  const audiences = [...data.data].sort(
    (a, b) => Number(b.productLine === editor.line) - Number(a.productLine === editor.line),
  )
  const audience = audiences.find((each) => each.id === id)
  if (audiences.length === 0)
    return <Text size="sm">No audience has been saved yet. Enter keywords and places, then save them as one.</Text>
  const take = (aim: Aim) => {
    editor.change(aim)
    notify('success', `${audience?.name ?? 'The audience'} was inserted.`)
    onDone()
  }
  const isFilled = hasAim(editor.values)
  return (
    <Stack gap="md">
      <Select
        label="Audience"
        data-autofocus
        searchable
        placeholder="Choose one"
        data={audiences.map((each) => ({ value: each.id, label: each.name }))}
        value={id}
        onChange={setId}
      />
      {audience && (
        <Text size="sm" c="dimmed" lineClamp={6} dir="auto">
          {some(audience.keywords.length, 'keyword', 'keywords')}
          {audience.keywords.length > 0 && `: ${audience.keywords.join(', ')}`}. Area: {areaOf(audience)}.
        </Text>
      )}
      {audience && isFilled && (
        <Text size="sm">Keywords and an area stand here already. You can replace them, or add these to them.</Text>
      )}
      <Stack gap="xs">
        <Button disabled={!audience} onClick={() => audience && take(replaced(audience))}>
          {isFilled ? 'Replace' : 'Insert'}
        </Button>
        {isFilled && (
          <Button
            variant="default"
            disabled={!audience}
            onClick={() => audience && take(added(editor.values, audience))}
          >
            Add
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** What a saved audience has no room for, as a sentence. */
function leftOut({ isNational, states, cities, zipCodes }: Values): string {
  const zips = splitZips(zipCodes).length
  if (isNational) return ''
  const parts = [
    ...(cities.length > 0 ? [some(cities.length, 'city', 'cities')] : []),
    ...(states.length > 0 && zips > 0 ? [some(zips, 'zip code', 'zip codes')] : []),
  ]
  return parts.length > 0 ? `An audience holds states or zip codes. Not saved with it: ${parts.join(' and ')}.` : ''
}

type Area = { area: Audience['area']; states?: string[]; zipCodes?: string[] }
function areaToSave({ isNational, states, zipCodes }: Values): Area | undefined {
  if (isNational) return { area: 'national' }
  if (states.length > 0) return { area: 'states', states }
  const zips = splitZips(zipCodes)
  return zips.length > 0 ? { area: 'zips', zipCodes: zips } : undefined
}

/** Keeps keywords and area under a name, for other campaigns. */
export function SaveAudience({ editor }: Props) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('audience:update', 'PUT')) return null
  return (
    <>
      <Button variant="default" size="xs" disabled={!hasAim(editor.values)} onClick={() => setOpen(true)}>
        Save as audience
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Save as audience">
        <Naming editor={editor} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Naming({ editor, onDone }: Props & { onDone: () => void }) {
  const me = useMe()
  const { send, sending } = useSend('audiences.save')
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const settle = useLeaveGuard(name.trim() !== '')
  const area = areaToSave(editor.values)
  const without = leftOut(editor.values)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!area) return
    try {
      const { message } = await send({
        companyId: me.companyId,
        audienceId: '',
        name,
        productLine: editor.line,
        keywords: editor.values.keywords,
        ...area,
      })
      settle()
      notify('success', message)
      onDone()
    } catch (error) {
      const fields = Object.values(fieldsOf(error) ?? {})
      setFault(fields[0] ?? messageOf(error))
    }
  }
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="md">
        <TextInput
          label="Name of the audience"
          required
          data-autofocus
          maxLength={80}
          dir="auto"
          value={name}
          error={fault}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setFault('')
          }}
        />
        {without && area && <Text size="sm">{without}</Text>}
        {!area && (
          <Text size="sm">Choose the whole country, states or zip codes first: an audience holds one of them.</Text>
        )}
        <Button type="submit" loading={sending} disabled={!area}>
          Save
        </Button>
      </Stack>
    </form>
  )
}
