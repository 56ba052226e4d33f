import { AppError } from '#shared/errors.ts'

/** The provider itself is not well: it answers nobody, no matter who is asked for. A question that it alone cannot answer is another fault. */
export class ProviderAway extends AppError {
  constructor(message: string, more: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super('unavailable', message, more)
  }
}
