import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { subdomainFault } from '#shared/model/subdomain.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import classes from './own-domain.module.css'

/** An agency's sub-domain of the platform. Who moves it goes on at the new address, where everybody signs in again. */
export function SubDomain({ companyId, present }: { companyId: string; present: string }) {
  const { send, sending } = useSend('domains.moveHost')
  const [typed, setTyped] = useState(present)
  const [fault, setFault] = useState('')
  const wanted = typed.trim().toLowerCase()
  const isSame = wanted === present
  const settle = useLeaveGuard(!isSame)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = subdomainFault(wanted) ?? ''
    setFault(found)
    if (found) return
    const isSure = await confirm({
      title: `Move to ${wanted}?`,
      children: `This agency is reached at its new address at once, and everybody signs in there again. Links to ${present} stop working, and others may take that name.`,
      confirmLabel: 'Change the sub-domain',
      danger: true,
    })
    if (!isSure) return
    try {
      const { url } = await send({ companyId, subdomain: wanted })
      settle()
      // A domain of its own goes on serving.
      if (location.hostname.startsWith(`${present}.`)) location.assign(`${url}/login`)
      else notify('success', `The address is ${url} now.`)
    } catch (failure) {
      if (isDeclined(failure)) return
      const fields = fieldsOf(failure) ?? {}
      if (fields.subdomain) setFault(fields.subdomain)
      else notify('danger', messageOf(failure))
    }
  }
  return (
    <section className={classes.section} aria-label="Sub-domain">
      <Heading size="h5">Sub-domain</Heading>
      <Text size="sm" c="dimmed">
        The address on the platform. It serves with and without an own domain.
      </Text>
      <form className={classes.ask} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          label="Sub-domain"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={63}
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setFault('')
          }}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" loading={sending} disabled={isSame}>
            Change the sub-domain
          </Button>
        </Group>
      </form>
    </section>
  )
}
