'use client';
import { createContext } from 'react';

/** Whether file locations may be pressable here; not inside a link, which is itself pressable. */
export const PlacesContext = createContext(true);
