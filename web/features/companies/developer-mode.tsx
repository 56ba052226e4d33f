import { Switch } from '@mantine/core'
import { confirm } from '../../ui/confirm.tsx'
import type { CompanyForm } from './use-company-form.ts'

const questions = {
  on: (name: string) => ({
    title: `Mark ${name} as a developer?`,
    children: `${name} is marked as a developer in your list. Its programs cannot call before it has accepted the developer agreement, and a one-time fee is charged to its card only once it has accepted the terms: switching this on charges nothing.`,
    confirmLabel: 'Switch on',
  }),
  off: (name: string) => ({
    title: `Take the developer mark from ${name}?`,
    children: `The mark is taken away once this is saved, and with it a key and an agreement, if there are any. After you switch this on again, the terms have to be accepted anew, and only then the one-time fee is charged again.`,
    confirmLabel: 'Switch off',
    danger: true,
  }),
}

/** Which agencies are meant to call by programs. What it costs, and when, is said before it is switched; it counts once it is saved. */
export function DeveloperMode({ form, name }: { form: CompanyForm; name: string }) {
  const { apiMode } = form.getValues()
  const toggle = async (isOn: boolean) => {
    if (await confirm(questions[isOn ? 'on' : 'off'](name))) form.setFieldValue('apiMode', isOn)
  }
  return (
    <Switch
      label="Developer mode"
      description="Marks an agency whose programs may call once it has accepted the developer agreement."
      checked={apiMode}
      error={form.errors.apiMode}
      onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
    />
  )
}
