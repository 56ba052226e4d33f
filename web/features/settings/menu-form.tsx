import { Button, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { AppError } from '#shared/errors.ts'
import { defaultModules, type ProductLine, productLines } from '#shared/model/company.ts'
import { toModules } from '#shared/model/lead-menu.ts'
import { useMe } from '../../api/session-store.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { changedFrom } from '../../ui/only-changed.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import classes from './theme-form.module.css'
import { useSaveSetting } from './use-save-setting.ts'
import type { SettingValue } from './use-setting.ts'

type Menu = SettingValue<'customsidebarleadmenu'>
type Part = 'name' | 'url'

/** Whether a line is there is decided by operators. One that is taken out comes back by them. */
function noteOf(line: ProductLine, saved: Menu, isRoot: boolean): string {
  if (!isRoot && saved[line].name === '') return 'Not part of your plan.'
  if (line === 'local' || line === 'locator') return 'Left empty, it goes by its usual name.'
  return `Leave both empty to take it out of the menu.${isRoot ? '' : ' Only the operator of the platform brings it back.'}`
}

/** What is wrong with a menu as it stands; whether a line is part of the plan is known by the server alone. */
function faultsOf(menu: Menu): Record<string, string> {
  try {
    toModules(menu, null)
    return {}
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {}
    throw error
  }
}

const tidy = (menu: Menu): Menu => {
  const of = (line: ProductLine) => ({ name: menu[line].name.trim(), url: menu[line].url.trim().toLowerCase() })
  return { local: of('local'), locator: of('locator'), enhance: of('enhance'), b2b: of('b2b') }
}

/** Names and addresses of the product lines, as the own people and clients see them. */
export function MenuForm({ saved, mayChange }: { saved: Menu; mayChange: boolean }) {
  const { isRootCompany } = useMe()
  const { values: menu, setValues: setMenu, began, met, isDirty, sending: leaves } = useKept(saved)
  const { save, sending, errors, setErrors, tell } = useSaveSetting()
  useLeaveGuard(isDirty)
  const sent = useRef<Menu>(undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const tidied = tidy(menu)
    setMenu(tidied)
    sent.current = tidied
    const faults = faultsOf(tidied)
    if (Object.keys(faults).length > 0) return setErrors(faults)
    const kept = leaves(tidied)
    const { seen, ...value } = changedFrom(began, tidied, met)
    if (!(await save({ settingName: 'customsidebarleadmenu', value, seen }))) return
    kept()
  }
  const field = (line: ProductLine, part: Part) => ({
    value: menu[line][part],
    placeholder: defaultModules[line][part],
    error: errors[`${line}.${part}`],
    maxLength: 40,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setMenu((before) => ({ ...before, [line]: { ...before[line], [part]: value } })),
    onBlur: () => {
      // What the server said of it stands as long as it is what was sent: the focus that goes there leaves another field.
      if (menu !== sent.current) tell(faultsOf(tidy(menu)))
    },
  })

  return (
    <Paper component="form" p="lg" maw={640} noValidate onSubmit={submit}>
      <fieldset disabled={!mayChange} className={classes.fields}>
        <Stack gap="lg">
          {productLines.map((line) => (
            <div key={line}>
              <Title order={2} size="h3">
                {defaultModules[line].name}
              </Title>
              <Text size="sm" c="dimmed" mb="xs">
                {noteOf(line, saved, isRootCompany)}
              </Text>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <TextInput label="Name in the menu" {...field(line, 'name')} />
                <TextInput
                  label="URL"
                  leftSection="/"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...field(line, 'url')}
                />
              </SimpleGrid>
            </div>
          ))}
          <Text size="sm" c="dimmed">
            After a change of a URL, addresses with the old one lead nowhere.
          </Text>
          {mayChange && (
            <FormButtons>
              <Button type="submit" loading={sending}>
                Save menu
              </Button>
            </FormButtons>
          )}
        </Stack>
      </fieldset>
    </Paper>
  )
}
