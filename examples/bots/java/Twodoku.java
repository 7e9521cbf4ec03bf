// A bot for `gauntlet host twodoku`: java Twodoku.java HOST PORT NAME
import java.io.*;
import java.net.Socket;

public class Twodoku {
  // Squares count from 0 to 80, row by row; 81 is none. Their colour: -1 ours, 0 white, 1 theirs
  // alone. On the board lies a digit, 0 for none, 10 for one face down; in the hand so many of each.
  static final int[] colour = new int[82], board = new int[82], hand = new int[11];

  static String choose(String question) { // to colour? and hide? it answers the first white square
    int first = 1, best = -99; // our colour is filled first, then white squares, then theirs
    for (int s = 0; s < 81; s++) if (board[s] == 0) first = Math.min(first, colour[s]);
    String answer = "pass";
    for (int square = 0; square < 81; square++) {
      if (board[square] != 0) continue;
      String place = " " + square / 9 + " " + square % 9;
      if (!question.equals("turn?") && colour[square] == 0) return question.replace("?", place);
      int[] seen = new int[11]; // how many of each are in the row, the column and the box
      for (int s = 0; s < 81; s++) {
        boolean isInBox = s / 27 == square / 27 && s % 9 / 3 == square % 9 / 3;
        if (isInBox || s / 9 == square / 9 || s % 9 == square % 9) seen[board[s]]++;
      }
      for (int digit = 1; digit <= 9 && colour[square] == first; digit++) {
        int worth = 9 * digit - seen[10] * (digit + 3); // one of those face down may refuse ours
        if (hand[digit] == 0 || seen[digit] > 0 || worth <= best) continue;
        best = worth;
        answer = "play" + place + " " + digit;
      }
    }
    return answer;
  }

  public static void main(String[] words) throws IOException {
    if (words.length != 3) throw new RuntimeException("usage: java Twodoku.java HOST PORT NAME");
    Socket server = new Socket(words[0], Integer.parseInt(words[1]));
    var in = new BufferedReader(new InputStreamReader(server.getInputStream(), "ISO-8859-1"));
    var out = new PrintStream(server.getOutputStream());
    out.print("name " + words[2] + "\n");
    String me = "", who = "";
    int[] play = {};
    for (String line; (line = in.readLine()) != null; ) { // until the referee hangs up
      String[] word = line.split(" ");
      int[] n = line.chars().filter(Character::isDigit).map(c -> c - '0').toArray();
      int square = n.length > 1 ? 9 * n[0] + n[1] : 81;
      if (word[0].equals("move")) who = word[1];
      int ours = who.equals(me) ? 1 : 0;
      switch (word[word[0].equals("move") ? 2 : word[0].equals("result") ? 1 : 0]) {
        case "seat" -> me = word[1];
        case "deal" -> { for (int d = 1; d <= 9; d++) hand[d] = Integer.parseInt(word[d]); }
        case "colour" -> colour[square] = ours > 0 || colour[square] < 0 ? -1 : 1;
        case "hide", "reveal" -> board[square] = n.length == 3 ? n[2] : 10;
        case "take" -> { hand[board[square]] += ours; board[square] = 0; }
        case "play" -> play = n; // and now it is accepted, or refused by the one revealed
        case "accepted" -> { hand[play[2]] -= ours; board[9 * play[0] + play[1]] = play[2]; }
        case "colour?", "hide?", "turn?" -> out.print(choose(word[0]) + "\n");
        case "over", "error" -> System.out.println(line);
      }
    }
  }
}
