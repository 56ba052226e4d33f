import { Input, PinInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (code: string) => void
  /** Called when the last digit is in. */
  onComplete?: (code: string) => void
  length?: number
  error?: ReactNode
  description?: ReactNode
  disabled?: boolean
}

/** A code of digits, one box for each; a pasted or suggested code fills them all. */
export function CodeInput({
  label,
  value,
  onChange,
  onComplete,
  length = 6,
  error,
  description,
  disabled = false,
}: Props) {
  const id = useId()
  return (
    <Input.Wrapper label={label} error={error} description={description} labelElement="div" labelProps={{ id }}>
      <PinInput
        role="group"
        aria-labelledby={id}
        oneTimeCode
        type="number"
        length={length}
        value={value}
        onChange={onChange}
        error={Boolean(error)}
        disabled={disabled}
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${length}` })}
        {...(onComplete ? { onComplete } : {})}
      />
    </Input.Wrapper>
  )
}
