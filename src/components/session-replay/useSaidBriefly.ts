'use client';
import { useEffect, useState } from 'react';

/** Milliseconds for which it is said. */
const saidMs = 2500;

/** A short message for the reader, empty after a while, and the function that says one. */
export function useSaidBriefly(): readonly [message: string, say: (message: string) => void] {
  const [said, setSaid] = useState({ message: '' });
  useEffect(() => {
    if (said.message === '') return undefined;
    const timer = setTimeout(() => setSaid({ message: '' }), saidMs);
    return () => clearTimeout(timer);
  }, [said]);
  return [said.message, (message) => setSaid({ message })];
}
