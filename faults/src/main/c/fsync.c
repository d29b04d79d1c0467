/*
 * What a disk does that fails or is slow, between a process and its kernel. The file named by FAULTS_FSYNC says which, at
 * each call: "EIO" fails it, a number makes it that many milliseconds longer, nothing leaves it alone.
 *
 *   cc -shared -fPIC -o fsync.so fsync.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int fails(void) {
  const char *path = getenv("FAULTS_FSYNC");
  char told[16] = {0};
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) {
    return 0;
  }
  ssize_t length = read(file, told, sizeof told - 1);
  close(file);
  if (length <= 0) {
    return 0;
  }
  if (strncmp(told, "EIO", 3) == 0) {
    errno = EIO;
    return 1;
  }
  long millis = strtol(told, NULL, 10);
  struct timespec late = {millis / 1000, millis % 1000 * 1000000};
  nanosleep(&late, NULL);
  return 0;
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) {
    real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  }
  return fails() ? -1 : real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) {
    real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  }
  return fails() ? -1 : real(file);
}
