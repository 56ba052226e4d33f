import { List, PasswordInput as MantinePasswordInput, type PasswordInputProps, VisuallyHidden } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPoint from '@tabler/icons-react/dist/esm/icons/IconPoint.mjs'

export type PasswordRule = { label: string; test: (password: string) => boolean }

type Props = Omit<PasswordInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  value: string
  onChange: (password: string) => void
  /** What a new password must have; each is ticked as it is met. */
  rules?: readonly PasswordRule[]
}

function Rule({ label, met }: { label: string; met: boolean }) {
  return (
    <List.Item
      icon={met ? <IconCheck size={14} aria-hidden /> : <IconPoint size={14} aria-hidden />}
      c={met ? 'green' : 'dimmed'}
    >
      {label}
      <VisuallyHidden>{met ? ' (met)' : ' (not met yet)'}</VisuallyHidden>
    </List.Item>
  )
}

export function PasswordInput({ value, onChange, rules = [], ...field }: Props) {
  return (
    <div>
      <MantinePasswordInput
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        {...field}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {rules.length > 0 && (
        <List size="xs" mt={6} spacing={2} listStyleType="none">
          {rules.map(({ label, test }) => (
            <Rule key={label} label={label} met={test(value)} />
          ))}
        </List>
      )}
    </div>
  )
}
