// The ticket of a letter: what opens its page together with the child's birth date.
import { createHash, randomBytes } from 'node:crypto'
import { encodeQR } from 'qr'
import { TICKET_LENGTH, TICKET_SIGNS } from '#contract/letters/letter-schemas.ts'
import type { Secrets } from '../core/secrets.ts'

export const newTicket = (): string =>
  Array.from(randomBytes(TICKET_LENGTH), (byte) => TICKET_SIGNS[byte % TICKET_SIGNS.length]).join('')

export const ticketHash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** A new ticket as it is stored: found by its hash, printed again from what is sealed. */
export function sealedTicket(secrets: Secrets): { ticketHash: Buffer; ticketEnc: Buffer } {
  const ticket = newTicket()
  return { ticketHash: ticketHash(ticket), ticketEnc: secrets.encrypt(ticket) }
}

/** Stands behind the #, which no browser sends to a server and no log keeps. */
export const letterAddress = (origin: string, ticket: string): string => `${origin}/letter#${ticket}`

/** Rows of 0 and 1 as lines, without the empty border. */
export function codeSquares(address: string): string {
  const squares = encodeQR(address, 'raw', { ecc: 'medium', border: 1 })
  return squares
    .slice(1, -1)
    .map((row) =>
      row
        .slice(1, -1)
        .map((dark) => (dark ? '1' : '0'))
        .join(''),
    )
    .join('\n')
}
