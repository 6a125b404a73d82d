package main

import "runtime/debug"

// version is that of the module, or of the checkout it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	if revision := buildSetting("vcs.revision"); len(revision) >= 12 {
		return "devel-" + revision[:12]
	}
	return "devel"
}

// buildSetting is a setting this program was built with, "" where it is unknown.
func buildSetting(key string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
