import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AudienceArea } from '#shared/model/audience.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { refusalForKeywords } from '#shared/model/targeting.ts'
import { addZips, refusalForZips } from '#shared/model/zip-codes.ts'
import { present } from '#shared/present.ts'
import { splitZips } from '#shared/text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { searchKeywords, unknownZips, zipsInShape } from '../../api/targeting.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Input } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { onlyChanged } from '../../ui/only-changed.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { AreaMap } from '../../ui/targeting/area-map.tsx'
import { KeywordInput } from '../../ui/targeting/keyword-input.tsx'
import { StatePicker } from '../../ui/targeting/state-picker.tsx'
import { ZipField } from '../../ui/targeting/zip-field.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { type AudienceRow, useLines } from './audience-row.ts'

type Values = {
  name: string
  line: ProductLine
  keywords: string[]
  area: AudienceArea
  states: string[]
  zips: string
}

const areas: { value: AudienceArea; label: string }[] = [
  { value: 'national', label: 'The whole country' },
  { value: 'states', label: 'States' },
  { value: 'zips', label: 'Zip codes' },
]
const isLine = (text: string | null): text is ProductLine => productLines.some((line) => line === text)
const isArea = (text: string): text is AudienceArea => areas.some(({ value }) => value === text)

const startOf = (row: AudienceRow | undefined, first: ProductLine): Values => ({
  name: row?.name ?? '',
  line: row?.productLine ?? first,
  keywords: row?.keywords ?? [],
  area: row?.area ?? 'national',
  states: row?.states ?? [],
  zips: row?.zipCodes.join('\n') ?? '',
})

function faultsOf({ name, keywords, area, states, zips }: Values): Record<string, string> {
  const wrong = refusalForZips(splitZips(zips))
  const wrongKeywords = refusalForKeywords(keywords)
  return {
    ...(wrongKeywords && { keywords: wrongKeywords }),
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(area === 'states' && states.length === 0 && { states: 'Choose at least one state.' }),
    ...(area === 'zips' && splitZips(zips).length === 0 && { zipCodes: 'Enter at least one zip code.' }),
    ...(area === 'zips' && wrong && { zipCodes: wrong }),
  }
}

type Props = { row?: AudienceRow | undefined; onClose: () => void; onSaved: () => void }

export default function AudienceForm({ row, onClose, onSaved }: Props) {
  const me = useMe()
  const lines = useLines()
  const { mapsKey } = useTenant().data
  const [isOpen, setOpen] = useState(true)
  const [start] = useState(() => startOf(row, lines[0]?.value ?? 'local'))
  const [values, setValues] = useState(start)
  const { errors: faults, setErrors: setFaults, mend } = useFieldErrors()
  const { send, sending } = useSend('audiences.save')
  const set = (changes: Partial<Values>) => {
    for (const name of Object.keys(changes)) mend(name === 'zips' ? 'zipCodes' : name)
    setValues((now) => ({ ...now, ...changes }))
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    // Of one that is there only what was changed: somebody else may have changed the rest since.
    const { name, line, keywords, ...places } = row ? onlyChanged(start, values) : values
    const input: Input<'audiences.save'> = {
      companyId: me.companyId,
      audienceId: row?.id ?? '',
      ...present({ name, productLine: line, keywords }),
      ...(Object.keys(places).length > 0 && {
        area: values.area,
        ...(values.area === 'states' && { states: values.states }),
        ...(values.area === 'zips' && { zipCodes: splitZips(values.zips) }),
      }),
    }
    try {
      notify('success', (await send(input)).message)
      setOpen(false)
      onSaved()
    } catch (error) {
      const fields = fieldsOf(error) ?? {}
      setFaults(fields)
      if (Object.keys(fields).length === 0) notify('danger', messageOf(error))
    }
  }

  return (
    <SidePanel
      opened={isOpen}
      isDirty={JSON.stringify(values) !== JSON.stringify(start)}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={row ? `Edit ${row.name}` : 'New audience'}
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button type="submit" form="audience" loading={sending}>
            Save
          </Button>
        </>
      }
    >
      <form id="audience" noValidate onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            maxLength={80}
            data-autofocus
            value={values.name}
            error={faults.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <Select
            label="Product"
            data={lines}
            allowDeselect={false}
            value={values.line}
            onChange={(line) => isLine(line) && set({ line })}
          />
          <KeywordInput
            label="Keywords"
            value={values.keywords}
            error={faults.keywords}
            search={searchKeywords}
            onChange={(keywords) => set({ keywords })}
          />
          <Radio.Group label="Area" value={values.area} onChange={(area) => isArea(area) && set({ area })}>
            <Stack gap="xs" mt={6}>
              {areas.map((area) => (
                <Radio key={area.value} {...area} />
              ))}
            </Stack>
          </Radio.Group>
          {values.area === 'states' && (
            <StatePicker
              label="States"
              value={values.states}
              error={faults.states}
              onChange={(states) => set({ states })}
            />
          )}
          {values.area === 'zips' && (
            <>
              <ZipField
                label="Zip codes"
                description="One to a line."
                value={values.zips}
                error={faults.zipCodes}
                findUnknown={unknownZips}
                onChange={(zips) => set({ zips })}
              />
              <AreaMap
                mapsKey={mapsKey}
                findZips={zipsInShape}
                messageOf={messageOf}
                listed={values.zips}
                onZips={(zips) => {
                  mend('zipCodes')
                  setValues((now) => ({ ...now, zips: addZips(now.zips, zips) }))
                }}
              />
            </>
          )}
        </Stack>
      </form>
    </SidePanel>
  )
}
