// Makes target/dist, which holds all that a server needs, from what cargo has built:
//
//   server      the executable
//   hash.txt    the hashes in the names of the files in site/pkg, read by the server
//   site/       what browsers fetch, also compressed
//
// Both steps are left out where their inputs are those of the last time.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import zlib from "node:zlib";

const NAME = "permillion";
const WASM = "target/wasm32-unknown-unknown/wasm-release/app.wasm";
const SERVER = "target/release/server";
const BINDINGS = "target/bindings";
const DIST = "target/dist";
const COMPRESSIBLE = /\.(css|html|js|json|svg|txt|wasm|webmanifest|xml)$/;

const toolFolder = process.env.PERMILLION_SITE_TOOLS;
const esbuild = createRequire(`${toolFolder}/`)("esbuild");

const bindingsKey = digest([WASM, "scripts/site", "Cargo.lock"]);
once(BINDINGS, bindingsKey, makeBindings);
once(DIST, digest([SERVER, "style", "public"], bindingsKey), makeDist);

/** The JavaScript and WebAssembly that wasm-bindgen makes of the page, made small. */
function makeBindings(folder) {
  run("wasm-bindgen", ["--target=web", "--no-typescript", `--out-name=${NAME}`, `--out-dir=${folder}/raw`, WASM]);
  run(`${toolFolder}/.bin/wasm-opt`, [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    `${folder}/raw/${NAME}_bg.wasm`,
    "-o",
    `${folder}/${NAME}.wasm`,
  ]);
  minify(`${folder}/raw/${NAME}.js`, `${folder}/${NAME}.js`);
}

/** The folder to deploy. */
function makeDist(folder) {
  const files = `${folder}/site/pkg`;
  fs.mkdirSync(files, { recursive: true });
  fs.cpSync("public", `${folder}/site`, { recursive: true });
  fs.copyFileSync(SERVER, `${folder}/server`);
  minify("style/main.css", `${files}/${NAME}.css`);
  fs.copyFileSync(`${BINDINGS}/${NAME}.js`, `${files}/${NAME}.js`);
  fs.copyFileSync(`${BINDINGS}/${NAME}.wasm`, `${files}/${NAME}.wasm`);

  const hashes = ["js", "wasm", "css"].map((extension) => {
    const hash = digest([`${files}/${NAME}.${extension}`]).slice(0, 22);
    fs.renameSync(`${files}/${NAME}.${extension}`, `${files}/${NAME}.${hash}.${extension}`);
    return `${extension}: ${hash}\n`;
  });
  fs.writeFileSync(`${folder}/hash.txt`, hashes.join(""));
  for (const file of filesIn(`${folder}/site`)) compress(file);
}

/** Bundles a script or style sheet with what it imports into one small file. */
function minify(from, to) {
  esbuild.buildSync({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    minify: true,
    format: "esm",
    external: ["/fonts/*"],
    logLevel: "warning",
  });
}

/** Writes `file.br` and `file.gz` where that saves something. */
function compress(file) {
  if (!COMPRESSIBLE.test(file)) return;
  const content = fs.readFileSync(file);
  const brotli = zlib.brotliCompressSync(content, {
    params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  const gzip = zlib.gzipSync(content, { level: 9 });
  if (brotli.length < content.length) fs.writeFileSync(`${file}.br`, brotli);
  if (gzip.length < content.length) fs.writeFileSync(`${file}.gz`, gzip);
}

/** Lets `make` fill `folder` unless that has been done for `key`; never leaves half of it. */
function once(folder, key, make) {
  const mark = `${folder}/key`;
  if (fs.existsSync(mark) && fs.readFileSync(mark, "utf8") === key) return;
  const fresh = `${folder}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true });
  make(fresh);
  fs.writeFileSync(`${fresh}/key`, key);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(fresh, folder);
}

/** A hash of the names and contents of files and of the files in folders. */
function digest(paths, start = "") {
  const hash = createHash("sha256").update(start);
  for (const file of paths.flatMap(filesIn)) {
    const content = fs.readFileSync(file);
    hash.update(`\0${path.basename(file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("base64url");
}

/** The path itself if it is a file, or all files below it, in a fixed order. */
function filesIn(start) {
  if (!fs.statSync(start).isDirectory()) return [start];
  const names = fs.readdirSync(start).sort();
  return names.flatMap((name) => filesIn(path.join(start, name)));
}

function run(command, parameters) {
  execFileSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"] });
}
