import { Switch } from '@mantine/core'
import { confirm } from '../../ui/confirm.tsx'
import type { CompanyForm } from './use-company-form.ts'

const questions = {
  on: (name: string) => ({
    title: `Let programs of ${name} call?`,
    children: `${name} is asked to accept the developer agreement. A one-time fee is charged to its card once it has accepted the terms. Nothing is charged before.`,
    confirmLabel: 'Switch on',
  }),
  off: (name: string) => ({
    title: `Shut out the programs of ${name}?`,
    children: `Its key stops working at once, and its agreement ends. When you switch this on again, ${name} accepts the terms anew and the one-time fee is charged again.`,
    confirmLabel: 'Switch off',
    danger: true,
  }),
}

/** Whether programs of an agency may call. What it costs is said before it is switched, and it counts once it is saved. */
export function DeveloperMode({ form, name }: { form: CompanyForm; name: string }) {
  const { apiMode } = form.getValues()
  const toggle = async (isOn: boolean) => {
    if (await confirm(questions[isOn ? 'on' : 'off'](name))) form.setFieldValue('apiMode', isOn)
  }
  return (
    <Switch
      label="Developer mode"
      description="Its programs may call the developer API."
      checked={apiMode}
      error={form.errors.ApiMode}
      onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
    />
  )
}
