# For tests to require: KCachegrind on a display that nobody sees.
#
#    start_display()                start one, for as long as the test runs
#    load(WHAT, FILE, PICTURE)      let KCachegrind load the file: prints WHAT, the titles of its windows, and all that it
#                                   complains of; puts a picture of the display, as xwd makes them, into PICTURE
#
# Both files can be relative names.

use strict;
use warnings;
use Cwd;
use File::Temp;
use POSIX ();
use Time::HiRes qw(sleep);

my $patience = 60;    # seconds, for a busy machine; it is ready when its window says so
my $home = File::Temp->newdir();
my %children;

# Starts a program with its output in a file; returns its process.
sub start
{
   my ($log, @command) = @_;
   my $pid = fork() // die "fork: $!\n";
   if ($pid == 0) {
      open STDOUT, '>', $log or POSIX::_exit(1);
      open STDERR, '>&', \*STDOUT or POSIX::_exit(1);
      { no warnings; exec @command; }
      POSIX::_exit(127);
   }
   $children{$pid} = 1;
   return $pid;
}

sub stop
{
   my ($pid) = @_;
   kill 'TERM', $pid;
   waitpid $pid, 0;
   delete $children{$pid};
}

END {
   my $status = $?;
   stop($_) for keys %children;
   $? = $status;
}

# Waits until the condition is true; returns its value.
sub wait_for
{
   my ($condition) = @_;
   for (1 .. $patience * 5) {
      my $value = $condition->();
      return $value if $value;
      sleep 0.2;
   }
   return undef;
}

sub text_in
{
   my ($file) = @_;
   open my $in, '<', $file or die "$file: $!\n";
   local $/;
   return <$in> // '';
}

# The server chooses a display that is free, and writes its number.
sub start_display
{
   prepare_home();
   my $pid = start("$home/display", 'sh', '-c',
                   "exec Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp -noreset -fbdir '$home' 2> '$home/xvfb.log'");
   my $name = wait_for(sub { -s "$home/display" && text_in("$home/display") =~ /^(\d+)\n/ && ":$1" });
   die "Xvfb does not start: " . text_in("$home/xvfb.log") if !defined $name;
   $ENV{DISPLAY} = $name;
   start_bus();
}

# KCachegrind from version 24 on does not start without a session bus.
sub start_bus
{
   start("$home/bus", 'dbus-daemon', '--session', '--nofork', '--print-address=1');
   my $address = wait_for(sub { -s "$home/bus" && text_in("$home/bus") =~ /^(\S+:\S+)\n/ && $1 });
   die 'dbus-daemon does not start: ' . text_in("$home/bus") if !defined $address;
   $ENV{DBUS_SESSION_BUS_ADDRESS} = $address;
}

# The titles of all its windows that are for people.
sub windows
{
   my $tree = `xwininfo -root -tree 2> /dev/null`;
   return grep { /KCachegrind/ } $tree =~ /^\s+0x[0-9a-f]+ "(.*)": \("kcachegrind"/mg;
}

sub load
{
   my ($what, $path, $picture) = @_;
   my $absolute = getcwd() . "/$path";
   my $pid = start("$home/kcachegrind.log", 'kcachegrind', $absolute);
   my $loaded = wait_for(sub { grep { $_ =~ /^\Q$absolute\E / || /^Error/ } windows() });
   sleep 1;   # for what else it might have to say
   my @windows = map { s/^\Q$absolute\E/FILE/r } windows();
   system('cp', "$home/Xvfb_screen0", $picture);
   stop($pid);
   print "$what: ", $loaded ? '' : 'not loaded; ', join(', ', sort @windows), "\n";
   # Which function it selects at the beginning is no complaint.
   print grep { !/^Selected / } map { s/\Q$absolute\E/FILE/gr } text_in("$home/kcachegrind.log") =~ /^.*\n/mg;
}

# No tips at the beginning, and nothing of the user's.
sub prepare_home
{
   chmod 0700, $home;
   mkdir "$home/.config";
   open my $settings, '>', "$home/.config/kcachegrindrc" or die "kcachegrindrc: $!\n";
   print $settings "[TipOfDay]\nRunOnStart=false\n";
   close $settings;
   @ENV{qw(HOME XDG_RUNTIME_DIR XDG_CONFIG_HOME LC_ALL)} = ($home, $home, "$home/.config", 'C.UTF-8');
   delete @ENV{qw(WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS)};
}

1;
