import { Alert, Button, Group, List, MultiSelect, Paper, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core'
import { MOST_FRAME_HOSTS, usualFrameHosts } from '#shared/integrations/frame-hosts.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/facts.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { Status } from '../../ui/status.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

type Menu = NonNullable<Output<'integrations.tool'>['data']['menu']>
type Props = { menu: Menu | null; name: string; isConnected: boolean; companyId: string; onChange: () => void }

/** The entry of the tool's own menu that opens the agency's site within it: made, seen and taken away. */
export function MenuEntry({ menu, name, isConnected, companyId, onChange }: Props) {
  const me = useMe()
  const may = useMay()
  const mayChange = may('integration:update', 'POST') && !me.isViewMode
  const mayRemove = may('integration:update', 'DELETE') && !me.isViewMode
  if (!menu && !(isConnected && mayChange)) return null
  return (
    <Paper withBorder p="lg" component="section" aria-label="Menu entry">
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            Menu entry
          </Title>
          <Text size="sm" c="dimmed">
            An entry in the menu of your sub-accounts at {name} that opens your site there. People sign in as they
            always do.
          </Text>
        </Stack>
        {menu && (
          <Made
            menu={menu}
            name={name}
            mayName={mayChange || mayRemove}
            mayRemove={mayRemove}
            companyId={companyId}
            onChange={onChange}
          />
        )}
        {isConnected && mayChange && menu?.made !== true && (
          <MenuForm menu={menu} name={name} companyId={companyId} onChange={onChange} />
        )}
      </Stack>
    </Paper>
  )
}

type MadeProps = Omit<Props, 'menu' | 'isConnected'> & { menu: Menu; mayName: boolean; mayRemove: boolean }

function Made({ menu, name, mayName, mayRemove, companyId, onChange }: MadeProps) {
  const { send, sending } = useSend('integrations.removeMenu')
  const named = useCall('integrations.subAccounts', mayName ? { companyId, campaignId: 'all' } : null)
  const nameOf = (id: string) => named.data?.result.find((each) => each.id === id)?.name ?? id
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove “${menu.title}”?`,
      children: `It goes from the menu at ${name}, and nobody can show your site within theirs any more.`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return
    try {
      notify('success', (await send({ companyId })).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    onChange()
  }
  return (
    <>
      {menu.made ? (
        <Status tone="success">In the menu</Status>
      ) : (
        <Alert color="yellow">
          <Text size="sm">
            It is not known whether {name} made “{menu.title}”. Make it again as it was: it is not made twice.
          </Text>
        </Alert>
      )}
      <Facts
        facts={[
          { label: 'Title', value: menu.title },
          { label: 'Opens', value: menu.url },
          { label: 'Sub-accounts', value: menu.locationIds.map(nameOf).join(', ') },
          { label: 'May show your site', value: menu.hosts.join(', ') },
        ]}
      />
      {mayRemove && (
        <Group>
          <Button variant="default" color="red" loading={sending} onClick={() => void remove()}>
            Remove the entry
          </Button>
        </Group>
      )}
    </>
  )
}

type FormProps = Pick<Props, 'menu' | 'name' | 'companyId' | 'onChange'>

function MenuForm({ menu, name, companyId, onChange }: FormProps) {
  const accounts = useCall('integrations.subAccounts', { companyId, campaignId: 'all' })
  const own = menu?.hosts.filter((host) => !usualFrameHosts.some((usual) => usual === host))
  const kept = { locationIds: menu?.locationIds ?? [], title: menu?.title ?? '', hosts: own ?? [] }
  const { values, setValues, isDirty, sending: leaves } = useKept(kept)
  const { locationIds, title, hosts } = values
  const change = (name: keyof typeof values, value: string | string[]) => {
    mend(name)
    setValues((before) => ({ ...before, [name]: value }))
  }
  const { errors, setErrors, mend } = useFieldErrors()
  const { send, sending } = useSend('integrations.makeMenu')
  const settle = useLeaveGuard(isDirty)

  const make = async () => {
    const faults = {
      ...(title.trim() === '' && { title: 'Enter a title.' }),
      ...(locationIds.length === 0 && { locationIds: 'Choose at least one sub-account.' }),
    }
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    const isKept = leaves()
    try {
      const { message } = await send({ companyId, locationIds, title, hosts })
      isKept()
      settle()
      notify('success', message)
    } catch (error) {
      const fields = fieldsOf(error)
      if (fields) return setErrors(fields)
      notify('danger', messageOf(error))
    }
    onChange()
  }
  if (!accounts.data) return <NotYet of={accounts} title="The sub-accounts could not be loaded" rows={3} height={58} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Title"
          description="What stands in the menu."
          maxLength={50}
          value={title}
          error={errors.title}
          onChange={({ currentTarget }) => change('title', currentTarget.value)}
        />
        <MultiSelect
          label="Sub-accounts"
          description="Those that see the entry."
          data={accounts.data.result.map(({ id, name: label }) => ({ value: id, label }))}
          value={locationIds}
          error={errors.locationIds}
          searchable
          clearable
          limit={100}
          nothingFoundMessage="Nothing found"
          onChange={(ids) => change('locationIds', ids)}
        />
        <TagsInput
          label="Your own addresses there"
          description={`Where your clients open ${name}, if that is a domain of your own, such as app.example.com. Press Enter after each.`}
          value={hosts}
          error={errors.hosts}
          maxTags={MOST_FRAME_HOSTS}
          acceptValueOnBlur
          onChange={(typed) => change('hosts', typed)}
        />
        <Text size="sm" c="dimmed">
          While the entry is there, these hosts may show your site within theirs, and nobody else:
        </Text>
        <List size="sm">
          {[...usualFrameHosts, ...hosts].map((host) => (
            <List.Item key={host}>{host}</List.Item>
          ))}
        </List>
        <Group>
          <Button type="submit" loading={sending}>
            Make the entry
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
