import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { failureText } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import type { StaffRow } from './use-staff-form.ts'

type Person = Pick<StaffRow, 'id' | 'name'>
type Row = Output<'companies.list'>['data'][number]

/** Lets a person in again who is locked out, or ends their sign-ins. */
export function useUnlock() {
  const me = useMe()
  const mayUnlock = useMay()('user:unlock', 'PUT')
  const { send, sending } = useSend('security.unlock')
  const run = async ({ id: userId }: Person, onlySessions: boolean, question: Parameters<typeof confirm>[0]) => {
    if (!(await confirm({ ...question, danger: true }))) return
    try {
      const { message } = await send({ userId, ...(onlySessions && { onlySessions }) })
      notify('success', message)
    } catch (error) {
      if (!isDeclined(error)) notify('danger', failureText(error))
    }
  }
  const unlock = (person: Person) =>
    run(person, false, {
      title: `Unlock the sign-in of ${person.name}?`,
      children: `Their second step is turned off, failed sign-ins are forgotten, and they are signed out everywhere. They are told by mail. Be sure that it is ${person.name} who asks: ask back by a way that you knew before.`,
      confirmLabel: 'Unlock',
    })
  const signOut = (person: Person) =>
    run(person, true, {
      title: `Sign ${person.name} out everywhere?`,
      children:
        'Each browser in which they are signed in, and each device that was remembered, asks for all of the sign-in again.',
      confirmLabel: 'Sign out',
    })
  const actions = (person: Person): RowAction[] => [
    {
      key: 'signOut',
      label: 'Sign out everywhere',
      icon: <IconLogout size={16} />,
      onClick: () => void signOut(person),
    },
    {
      key: 'unlock',
      label: 'Unlock sign-in',
      icon: <IconLockOpen size={16} />,
      onClick: () => void unlock(person),
    },
  ]
  const isOffered = (row: StaffRow) => mayUnlock && row.id !== me.id && !row.isInvited && row.whyNotSignIn === ''
  return {
    /** Who has no password yet needs another invitation; oneself has the own dialog; of everybody else the server says whether. */
    isOffered,
    /** For people in a list of their own. */
    actionsOfPerson: (row: StaffRow) => (isOffered(row) ? actions(row) : []),
    /** For the one person of a client, who has no colleagues that could. The people of an agency stand in a list of their own. */
    actionsOf: (row: Row): RowAction[] => (mayUnlock && row.mayUnlock && row.userType === 'client' ? actions(row) : []),
    unlock,
    signOut,
    isSending: sending,
  }
}
