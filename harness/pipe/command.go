package pipe

import (
	"os/exec"
	"syscall"
)

// Shell is the argument list that runs a command as a shell would.
func Shell(command string) []string { return []string{"sh", "-c", command} }

// grouped makes a command lead a process group of its own, so that what it starts can be
// ended with it, and an interrupt at the terminal reaches only the harness.
func grouped(argv []string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// killGroup ends a process and all that it started. That nothing of it is left is no
// error.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
