import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type TeamRole, teamRoles } from '#shared/model/company.ts'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { Section } from './section.tsx'
import { useSavedForm } from './use-saved-form.ts'

const parts = ['firstname', 'lastname', 'email', 'phone'] as const
type Part = (typeof parts)[number]

const names: Record<TeamRole, string> = {
  franchize: 'Franchise',
  franchizedirector: 'Franchise director',
  officemanager: 'Office manager',
}
/** A dot would make a form look for a nested value. */
const field = (role: TeamRole, part: Part) => `${role}_${part}`
const needed: Partial<Record<Part, string>> = {
  firstname: 'Enter a first name.',
  lastname: 'Enter a last name.',
  email: 'Enter an e-mail address.',
}

/** The three people to turn to in a team. A contact without a single entry is none. */
export function ContactsSection({ user }: { user: UserData }) {
  const { send } = useSend('account.saveCompany')
  const [shown, setShown] = useState(() => teamRoles.filter((role) => user[role] !== null))
  const initial = Object.fromEntries(
    teamRoles.flatMap((role) => parts.map((part) => [field(role, part), user[role]?.[part] ?? ''])),
  )
  const checks = Object.fromEntries(
    teamRoles.flatMap((role) =>
      parts.map((part) => [
        field(role, part),
        (value: string) => (shown.includes(role) && value.trim() === '' ? (needed[part] ?? null) : null),
      ]),
    ),
  )
  const isChanged = teamRoles.some((role) => shown.includes(role) !== (user[role] !== null))
  const { form, save } = useSavedForm<Record<string, string>>(
    initial,
    checks,
    (values) => {
      const contact = (role: TeamRole) => {
        if (!shown.includes(role)) return null
        const at = (part: Part) => values[field(role, part)] ?? ''
        return { firstname: at('firstname'), lastname: at('lastname'), email: at('email'), phone: at('phone') }
      }
      return send({
        companyID: user.company_id,
        ...companyOf(user),
        franchize: contact('franchize'),
        franchizedirector: contact('franchizedirector'),
        officemanager: contact('officemanager'),
      })
    },
    isChanged,
  )
  const at = (role: TeamRole, part: Part) => form.getInputProps(field(role, part))
  const email = (role: TeamRole) => {
    const { value, onChange, error, onBlur } = at(role, 'email')
    return { value, onChange, error, onBlur }
  }

  return (
    <Section title="Team contacts" description="Whom to turn to in your team." onSave={save}>
      <Stack gap="md">
        {teamRoles.map((role) =>
          shown.includes(role) ? (
            <Fieldset key={role} legend={names[role]}>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput label="First name" required {...at(role, 'firstname')} />
                <TextInput label="Last name" required {...at(role, 'lastname')} />
                <EmailInput label="E-mail" required {...email(role)} />
                <TextInput label="Phone" type="tel" {...at(role, 'phone')} />
              </SimpleGrid>
              <Group justify="flex-end" mt="sm">
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  onClick={() => setShown(shown.filter((each) => each !== role))}
                >
                  Remove
                </Button>
              </Group>
            </Fieldset>
          ) : (
            <div key={role}>
              <Button variant="default" size="xs" onClick={() => setShown([...shown, role])}>
                Add {names[role].toLowerCase()}
              </Button>
            </div>
          ),
        )}
      </Stack>
    </Section>
  )
}

/** Contacts are saved with their company, which stays as it is. */
const companyOf = (user: UserData) => ({
  company_name: user.company_name,
  industry_id: user.industry_id,
  address: user.address,
  city: user.city,
  state_code: user.state_code,
  zip: user.zip,
  country_code: user.country_code,
})
