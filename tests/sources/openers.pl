#!/usr/bin/perl
# Which files of the command open files, or let a library do it; which make temporary ones; and which start programs, or
# change the rights of the process. All that is read goes through command/input/file.c, which knows the limits, and all that
# is written through command/util/output.c; so each other one is listed in the expected output, and a new one fails the test.
# Those that are known give libdw what the reader has opened; open histories by SQLite, and read what git prints; read the
# memory of processes that aprof run traces, and pipes of its own; open the standard input of programs; list directories; and
# write. The fuzzers are no part of the command.

use strict;
use warnings;
use File::Find;
use FindBin;

my @openers = (
   qw(open open64 openat openat2 creat fopen fopen64 fdopen freopen popen opendir fdopendir mmap mmap64 scandir ftw nftw
      getline getdelim fgets fgetc getc getchar fread scanf fscanf read pread readv),
   qw(g_open g_fopen g_freopen g_dir_open g_file_get_contents g_mapped_file_new g_mapped_file_new_from_fd
      g_io_channel_new_file g_io_channel_unix_new g_file_new_for_path g_key_file_load_from_file),
   qw(sqlite3_open sqlite3_open_v2 gzopen gzdopen xmlReadFile xmlParseFile xmlReaderForFile xmlReadFd json_object_from_file json_object_from_fd
      elf_begin elf_open dwarf_begin dwfl_report_offline dwfl_report_elf dwfl_standard_find_debuginfo),
);
my @makers = qw(tmpfile tmpfile64 mkstemp mkostemp mkdtemp g_mkstemp g_mkdtemp g_file_open_tmp g_dir_make_tmp g_file_set_contents
   g_file_set_contents_full g_key_file_save_to_file memfd_create);
my @starters = qw(execv execve execvp execvpe execl execle execlp fexecve execveat system posix_spawn posix_spawnp fork vfork
   clone ptrace g_spawn_async g_spawn_async_with_fds g_spawn_sync g_spawn_async_with_pipes g_spawn_command_line_sync g_spawn_command_line_async
   g_app_info_launch);

my @rights = qw(setuid seteuid setreuid setresuid setgid setegid setregid setresgid setgroups initgroups setfsuid setfsgid capset
   cap_set_proc);

chdir "$FindBin::RealBin/../.." or die "openers.pl: $!\n";
my @files;
find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.[ch]$/ && !m{^command/fuzz/} } }, 'command');
@files or die "openers.pl: no code in command\n";
print_callers('opens files', @openers);
print_callers('makes files of its own', @makers);
print_callers('starts programs, or changes others', @starters);
print_callers('changes who it is', @rights);

sub print_callers
{
   my ($what, @functions) = @_;
   my $call = join('|', @functions);
   print "$what:\n";
   foreach my $file (sort @files) {
      my %calls = map { $_ => 1 } code_of($file) =~ /(?<![\w.>])($call)\s*\(/g;
      print "   $file: @{[sort keys %calls]}\n" if %calls;
   }
}

# Without comments and texts.
sub code_of
{
   my ($file) = @_;
   open(my $in, '<', $file) or die "openers.pl: $file: $!\n";
   local $/;
   my $code = <$in>;
   $code =~ s{/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'}{ }gs;
   return $code;
}
