'use client';
import { createContext } from 'react';
import { createKit } from './createKit.ts';
import type { Kit } from './kit.ts';

/** Holds the kit around a component. Without a provider: English, the system's theme and motion, UTC. */
export const KitContext = createContext<Kit>(createKit({}));
