import { Button, Fieldset, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { onlyChanged } from '../../ui/only-changed.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { SettingFrame } from './setting-frame.tsx'
import type { SettingValue } from './use-setting.ts'

type Betas = SettingValue<'betafeatures'>
type Feature = keyof Betas

const features: readonly { id: Feature; name: string; kept: string }[] = [
  {
    id: 'b2b_module',
    name: 'B2B',
    kept: 'Agencies that have campaigns of it keep them with their pages, and what ran goes on; they begin no new ones.',
  },
  {
    id: 'data_wallet',
    name: 'Data Wallet',
    kept: 'Agencies that bought credit, or chose an automatic top-up, keep their wallet.',
  },
]

/** What is being tried out on this platform, and by whom. */
export default function BetasTab({ mayChange }: { mayChange: boolean }) {
  return <SettingFrame name="betafeatures">{(saved) => <BetaForm saved={saved} mayChange={mayChange} />}</SettingFrame>
}

function BetaForm({ saved, mayChange }: { saved: Betas; mayChange: boolean }) {
  const { companyId } = useMe()
  const { send, sending } = useSend('settings.save')
  const { values: betas, setValues: setBetas, began, isDirty, sending: leaves } = useKept(saved)
  useLeaveGuard(isDirty)
  const set = (id: Feature, change: Partial<Betas[Feature]>) =>
    setBetas((before) => ({ ...before, [id]: { ...before[id], ...change } }))
  const save = async () => {
    const isKept = leaves(betas)
    try {
      // Each feature as it stands here, whole: in beta and for whom belong together.
      const value = onlyChanged(began, betas)
      const { message } = await send({ companyId, settingName: 'betafeatures', value })
      isKept()
      notify('success', message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  return (
    <Paper p="lg" maw={640}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Beta features
          </Title>
          <Text size="sm" c="dimmed">
            What is not in beta is there for every agency. What is in beta is there for all of them, too, or for beta
            agencies alone: those have “Beta agency” switched on in their form in the list of agencies. The others and
            their clients see nothing of it.
          </Text>
        </div>
        {features.map(({ id, name, kept }) => {
          const { isBeta, applyToAllAgency } = betas[id]
          return (
            <Fieldset key={id} legend={name} disabled={!mayChange}>
              <Stack gap="sm">
                <Switch
                  label="In beta"
                  checked={isBeta}
                  onChange={({ currentTarget }) => set(id, { isBeta: currentTarget.checked })}
                />
                <Switch
                  label="For all agencies"
                  description={`Otherwise for beta agencies alone. ${kept}`}
                  disabled={!isBeta}
                  checked={applyToAllAgency}
                  onChange={({ currentTarget }) => set(id, { applyToAllAgency: currentTarget.checked })}
                />
              </Stack>
            </Fieldset>
          )
        })}
        {mayChange && (
          <Group justify="flex-end">
            <Button loading={sending} onClick={() => void save()}>
              Save beta features
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
