// A bot for `gauntlet host kimble`: java Kimble.java HOST PORT NAME [OPPONENTS]
import java.io.*;
import java.net.Socket;
import java.util.*;

public class Kimble {
  // The rank of the piece to move: 0 is the foremost of ours, .., and those at home are last. In the
  // line, character s is '0' or the letter of who stands on square s of our way: we are A, start on
  // 0, go round to 27, and then into our goal, 28 to 31. Character 45 is the die.
  static int choose(String line) {
    int die = line.charAt(45) - '0', best = 0, most = -1;
    List<Integer> targets = new ArrayList<>(); // where each piece would go, by rank
    for (int s = 31; s >= 0; s--) if (line.charAt(s) == 'A') targets.add(s + die);
    if (die == 6 && targets.size() < 4) targets.add(0); // a piece leaves home by a six only
    for (int rank = 0; rank < targets.size(); rank++) {
      int to = targets.get(rank);
      if (to > 31 || line.charAt(to) == 'A') continue; // it cannot move
      boolean captures = to < 28 && line.charAt(to) != '0';
      int worth = captures ? 2 : to == 0 ? 1 : 0; // capture, else leave home, else the foremost
      if (worth > most) best = rank;
      most = Math.max(most, worth);
    }
    return best;
  }

  final BufferedReader in;
  final PrintStream out;

  Kimble(Socket server) throws IOException {
    in = new BufferedReader(new InputStreamReader(server.getInputStream(), "ISO-8859-1"));
    out = new PrintStream(server.getOutputStream());
  }

  List<String> ask(String request) throws IOException { // the server speaks only when it is asked
    out.print(request + "\n");
    List<String> answer = new ArrayList<>();
    for (String line; (line = in.readLine()) != null; answer.add(line)) {
      if (line.equals("END")) return answer;
      if (line.startsWith("Virhe")) throw new IOException(line); // an error
    }
    throw new EOFException("the server has closed the connection");
  }

  public static void main(String[] words) throws IOException {
    if (words.length < 3 || words.length > 4) // the name is not needed: this protocol has none
      throw new RuntimeException("usage: java Kimble.java HOST PORT NAME [OPPONENTS]");
    Kimble game = new Kimble(new Socket(words[0], Integer.parseInt(words[1])));
    // B, C and D, whom a tournament chooses itself.
    List<String> answer = game.ask("v001" + (words.length == 4 ? words[3] : "222"));
    String token = answer.remove(0), asked = answer.get(answer.size() - 1);
    while (!asked.startsWith("Voittaja")) { // the winner
      for (int rank : new int[] {choose(asked), 0, 1, 2, 3}) {
        answer = game.ask(token + rank);
        if (!answer.get(0).equals(asked)) break; // else that piece cannot move
      }
      asked = answer.get(answer.size() - 1);
    }
    System.out.println(asked);
  }
}
