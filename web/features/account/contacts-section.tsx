import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type TeamRole, teamRoles } from '#shared/model/company.ts'
import type { UserData } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { EmailInput } from '../../ui/email-input.tsx'
import { Section } from './section.tsx'
import { useSavedForm } from './use-saved-form.ts'

const parts = ['firstName', 'lastName', 'email', 'phone'] as const
type Part = (typeof parts)[number]

const names: Record<TeamRole, string> = {
  franchise: 'Franchise',
  franchiseDirector: 'Franchise director',
  officeManager: 'Office manager',
}
/** A dot would make a form look for a nested value. */
const field = (role: TeamRole, part: Part) => `${role}_${part}`
const needed: Partial<Record<Part, string>> = {
  firstName: 'Enter a first name.',
  lastName: 'Enter a last name.',
  email: 'Enter an e-mail address.',
}

/** The three people to turn to in a team. A contact without a single entry is none. */
export function ContactsSection({ user }: { user: UserData }) {
  const { send } = useSend('account.saveCompany')
  // What the form began with: a contact that was not changed here may have been changed elsewhere since.
  const [began, setBegan] = useState(user)
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
    async (values) => {
      // Left out, a contact stays as it is.
      const contact = (role: TeamRole) => {
        if (!shown.includes(role)) return began[role] === null ? undefined : null
        const at = (part: Part) => values[field(role, part)] ?? ''
        if (began[role] !== null && parts.every((part) => at(part) === began[role]?.[part])) return undefined
        return { firstName: at('firstName'), lastName: at('lastName'), email: at('email'), phone: at('phone') }
      }
      const contacts = {
        franchise: contact('franchise'),
        franchiseDirector: contact('franchiseDirector'),
        officeManager: contact('officeManager'),
      }
      const answer = await send({ companyId: user.companyId, ...contacts })
      const changed = Object.fromEntries(Object.entries(contacts).filter(([, each]) => each !== undefined))
      setBegan({ ...began, ...changed })
      return answer
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
                <TextInput label="First name" required {...at(role, 'firstName')} />
                <TextInput label="Last name" required {...at(role, 'lastName')} />
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
