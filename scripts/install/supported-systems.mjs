const PLATFORMS = ["linux", "darwin"];
const PROCESSORS = ["x64", "arm64"];
const SUPPORTED =
	"Support Desk runs on Linux with glibc and on macOS, on x64 and arm64 processors.";

/** A sentence that explains why this system is not supported; undefined when it is. */
export function unsupportedSystem() {
	const { platform, arch } = process;
	if (platform === "win32")
		return `${SUPPORTED} On Windows, install WSL 2 (wsl --install) and run the same command in its Linux terminal.`;
	if (!PLATFORMS.includes(platform) || !PROCESSORS.includes(arch))
		return `${SUPPORTED} This is ${platform} on ${arch}.`;
	return undefined;
}
