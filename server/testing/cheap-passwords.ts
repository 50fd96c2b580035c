import { makePasswords, type PasswordOptions, type Passwords } from '../core/passwords.ts'

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** Hashes at next to no cost: the product's takes 60 ms, and tests sign in thousands of times. */
export const cheapPasswords = (options: PasswordOptions = {}): Passwords =>
  makePasswords({ ...options, cost: CHEAP })
