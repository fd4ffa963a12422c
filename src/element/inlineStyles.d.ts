// What Vite makes of a style sheet imported as text; the package is compiled without Vite's types.
declare module '*/styles.css?inline' {
  const styles: string;
  export default styles;
}
declare module '*/element.css?inline' {
  const styles: string;
  export default styles;
}
