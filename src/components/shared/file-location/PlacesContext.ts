'use client';
import { createContext } from 'react';

/** Whether places in files may be pressed here: not inside a link, which is pressed itself. */
export const PlacesContext = createContext(true);
